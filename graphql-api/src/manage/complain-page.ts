import type { Lead } from '@kerbside/schema/leads/lead'
import { authorityOf, complaintDueAt, complaintLimits } from '@kerbside/schema/manage/complaint'
import { longDay } from '@kerbside/schema/time/london-time'
import { html } from 'hono/html'
import { textArea, type Rejected, type SignedPage } from '../http/signed-page.ts'

/** The form for a complaint, with what was written if it could not be sent. */
export function complainPage(
  { reference, postcode }: Lead,
  token: string,
  now: Date,
  rejected: Rejected | null,
): SignedPage {
  const { name, phone, href } = authorityOf(postcode)
  const body = html`<div class="card">
    <p class="tag">${reference}</p>
    <h1>Complain</h1>
    <p>
      Tell us what went wrong, with us or with a firm. A person reads it, you get an email that we have it, and we
      answer by ${longDay(complaintDueAt(now))} at the latest.
    </p>
    <form method="post">
      ${textArea({ name: 'complaint', label: 'What went wrong?', rows: 8, maxLength: complaintLimits.characters }, rejected)}
      <button>Send my complaint</button>
    </form>
    <p class="other"><a href="/manage/${token}">Back to my request</a></p>
    <p class="soft">
      You can also complain about how your details are used to the ${name}, ${phone}, <a href="${href}">${href}</a>.
    </p>
  </div>`
  return { title: `Complain about ${reference}`, body }
}
