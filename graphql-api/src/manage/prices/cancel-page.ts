import { cancelNotes } from '@kerbside/schema/estimates/choosing'
import { extraWorkName } from '@kerbside/schema/estimates/estimate'
import { html } from 'hono/html'
import { textArea, type Rejected, type SignedPage } from '../../http/signed-page.ts'
import { stateLine } from './compare-page.ts'
import { money } from './price-words.ts'
import { pricesCss } from './prices-css.ts'
import { countryOfLead, type PriceScreen } from './prices.service.ts'

/** Asks once before an agreement is cancelled, with what follows and what is known of cancelling. */
export function cancelPage({ lead, token, price }: PriceScreen, rejected: Rejected | null): SignedPage {
  const { own } = price
  const page = `/manage/${token}/prices/${own.id}`
  const extra = extraWorkName(own)?.toLowerCase()
  const isAgreed = own.state === 'agreed'
  const note = cancelNotes[countryOfLead(lead)]
  const follows = extra
    ? 'The job itself stays agreed.'
    : 'Extra work on it is cancelled too. Contractors can then send you quotes again, and you can choose one.'
  const form = html`<p>
      We tell ${own.contractorName} straight away. What you may owe them is between you and them. ${follows} This cannot
      be undone.
    </p>
    <p>${note.text} Source: <a href="${note.href}">${note.source}</a>. This is information, not advice.</p>
    <form method="post">
      ${textArea({ name: 'reason', label: `Why? You may leave it empty. ${own.contractorName} can read it.`, rows: 3, maxLength: 500, isOptional: true }, rejected)}
      <button>Cancel the agreement</button>
    </form>`
  const body = html`<div class="card">
    <p class="tag">${lead.reference}</p>
    <h1>
      ${isAgreed ? `Cancel ${extra ?? 'the agreement'} with ${own.contractorName}?` : 'There is no agreement to cancel'}
    </h1>
    <p class="price">${money(own, own.total)}</p>
    ${stateLine(price)} ${isAgreed ? form : ''}
    <p class="other"><a href="${page}">${isAgreed ? 'Keep it' : 'Back to the price'}</a></p>
  </div>`
  return { title: `Cancel the agreement with ${own.contractorName}`, body, style: pricesCss }
}
