import { formatAmount } from '@kerbside/schema/amount'
import { kindTexts } from '@kerbside/schema/estimates/estimate'
import { longDay, shortDayAndTime, startOfLondonDay } from '@kerbside/schema/time/london-time'
import { html } from 'hono/html'
import type { Html } from '../../http/plain-page.ts'
import { fact, messagePage, textField, type Rejected, type SignedPage } from '../../http/signed-page.ts'
import { offerPage } from '../../offers/offer-page.ts'
import type { AgreementScreen } from './agreement.service.ts'

/** What the homeowner has chosen, and the firm's own yes with the day on which it starts. */
export function agreementPage(
  { screen, price, today }: AgreementScreen,
  rejected: Rejected | null,
  token: string,
): SignedPage {
  if (screen.kind !== 'accepted') return offerPage(screen, 'accept', token)
  if (price === null) {
    return messagePage(screen.reference, 'Nothing to confirm', [
      'The homeowner has chosen no price of yours, or has taken the choice back. You get an email when there is something to confirm.',
    ])
  }
  const { own, content } = price
  const isAgreed = own.state === 'agreed'
  const body = html`<div class="card">
      <p class="tag">${screen.reference}</p>
      <h1>${isAgreed ? 'This job is agreed' : 'Confirm this job'}</h1>
      ${
        isAgreed
          ? html`<p class="done" role="status">
              You confirmed
              it${own.decidedAt ? ` on ${shortDayAndTime(own.decidedAt)}` : ''}${
                own.startDay ? `, and start on ${longDay(startOfLondonDay(own.startDay))}` : ''
              }.
            </p>`
          : html`<p>
              The homeowner has chosen just this version. By confirming you agree to do the work for it. The contract is
              between you and the homeowner; Kerbside is no party to it.
            </p>`
      }
      <dl class="facts">
        ${fact(`${kindTexts[own.kind]}, with VAT`, formatAmount({ amount: own.total, currency: own.currency }))}
        ${fact('Version', `${own.number}, sent ${shortDayAndTime(own.sentAt)}`)}
        ${own.chosenBy ? fact('Chosen by', own.chosenBy) : ''}
      </dl>
      <h2>Number of this version (SHA-256)</h2>
      <p>${content.sha256}</p>
      ${isAgreed ? '' : confirmForm(own.variationOf === null, today, rejected)}
      <p class="other"><a href="/leads/${token}">Back to the job</a></p>
    </div>
    ${isAgreed ? '' : html`<p class="soft">The homeowner gets an email with the day. The other firms hear that the job is gone.</p>`}`
  return { title: `Confirm ${screen.reference}`, body }
}

const confirmForm = (isForJob: boolean, today: string, rejected: Rejected | null): Html =>
  html`<form method="post">
    ${isForJob ? textField({ name: 'start_day', label: 'On which day do you start?', type: 'date', min: today }, rejected) : ''}
    <button>Confirm</button>
  </form>`
