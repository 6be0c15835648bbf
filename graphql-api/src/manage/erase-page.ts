import type { Lead } from '@kerbside/schema/leads/lead'
import { firmsWithDetails } from '@kerbside/schema/offers/offer'
import { html } from 'hono/html'
import type { SignedPage } from '../http/signed-page.ts'
import { names } from './stopping/stop-page.ts'

/** Asks once more, because nothing brings the details back. */
export function erasePage({ reference, offers }: Lead, token: string): SignedPage {
  const holders = firmsWithDetails(offers).map(({ contractorName }) => contractorName)
  const body = html`<div class="card">
    <p class="tag">${reference}</p>
    <h1>Erase my details?</h1>
    <p>This cannot be undone. When you press the button:</p>
    <ul>
      <li>no further firm is asked, and what is still on offer is withdrawn;</li>
      <li>
        we erase your name, email address, phone number, full postcode, answers, our notes and every quote that we sent
        you, also from files and from what our colleagues can search;
      </li>
      ${holders.length > 0 ? html`<li>we ask ${names.format(holders)} to delete what they have of you;</li>` : ''}
      <li>
        we keep the number of the request, its dates, its status, the kind of job and the district, so that our figures
        stay right, and the note that your details were erased.
      </li>
    </ul>
    <p>This is about the request ${reference} only. If you sent us another one, its emails have a link of their own.</p>
    <form method="post">
      <button>Erase my details for good</button>
    </form>
    <p class="other"><a href="/manage/${token}">No, go back</a></p>
  </div>`
  return { title: `Erase the details of ${reference}`, body }
}
