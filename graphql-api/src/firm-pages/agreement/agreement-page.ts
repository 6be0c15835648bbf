import { formatAmount } from '@kerbside/schema/amount'
import { extraWorkName, extraWorkOf, kindTexts } from '@kerbside/schema/estimates/estimate'
import { londonDay, longDay, shortDayAndTime, startOfLondonDay } from '@kerbside/schema/time/london-time'
import { html } from 'hono/html'
import type { Html } from '../../http/plain-page.ts'
import { fact, messagePage, textField, type Rejected, type SignedPage } from '../../http/signed-page.ts'
import { offerPage } from '../../offers/offer-page.ts'
import type { AgreementScreen, TakenPrice } from './agreement.service.ts'

/** What the homeowner has chosen, and the firm's own yes with the day on which it starts. */
export function agreementPage(
  { screen, prices, isLost, now }: AgreementScreen,
  rejected: Rejected | null,
  token: string,
): SignedPage {
  if (screen.kind !== 'accepted') return offerPage(screen, 'accept', token)
  if (prices.length === 0) {
    return messagePage(screen.reference, 'Nothing to confirm', [
      'The homeowner has chosen no price of yours, or has taken the choice back. You get an email when there is something to confirm.',
    ])
  }
  const { reference } = screen
  const cards = prices.map((price, place) => {
    const ofThis = rejected?.fields['id'] === price.own.id ? rejected : null
    return priceCard(price, { reference, token, isLost, now, rejected: ofThis, isFirst: place === 0 })
  })
  const body = html`${cards}
    <p class="other"><a href="/leads/${token}">Back to the job</a></p>`
  return { title: `Confirm ${reference}`, body }
}

type Card = {
  reference: string
  token: string
  isLost: boolean
  now: Date
  rejected: Rejected | null
  isFirst: boolean
}

function priceCard({ own, content }: TakenPrice, { reference, token, isLost, now, rejected, isFirst }: Card): Html {
  const extra = extraWorkName(own)
  const isAgreed = own.state === 'agreed'
  const isOver = own.validUntil <= now
  const title = isAgreed ? `${extra ?? 'This job'} is agreed` : `Confirm ${extra?.toLowerCase() ?? 'this job'}`
  return html`<div class="card">
    <p class="tag">${reference}</p>
    ${isFirst ? html`<h1>${title}</h1>` : html`<h2>${title}</h2>`}
    ${isAgreed ? agreedText(own) : isLost ? lostText : isOver ? overText(own, token) : chosenText}
    <dl class="facts">
      ${fact(`${kindTexts[own.kind]}, with VAT`, formatAmount({ amount: own.total, currency: own.currency }))}
      ${fact('Version', `${own.number}, sent ${shortDayAndTime(own.sentAt)}`)}
      ${fact('Valid until', longDay(startOfLondonDay(content.validUntilDay)))}
      ${own.chosenBy ? fact('Chosen by', own.chosenBy) : ''}
    </dl>
    <p class="soft">Number of this version (SHA-256):<br />${content.sha256}</p>
    ${isAgreed || isOver || isLost ? '' : confirmForm({ own, content }, londonDay(now), rejected)}
  </div>`
}

const agreedText = ({ decidedAt, startDay }: TakenPrice['own']): Html =>
  html`<p class="done" role="status">
    You confirmed
    it${decidedAt ? ` on ${shortDayAndTime(decidedAt)}` : ''}${
      startDay ? `, and start on ${longDay(startOfLondonDay(startDay))}` : ''
    }.
  </p>`

const overText = (own: TakenPrice['own'], token: string): Html =>
  html`<p>
      The homeowner chose this version, but it was not confirmed while it was valid. Send a new version: it takes the
      place of the choice, and the homeowner is asked to choose it again.
    </p>
    <p>
      <a
        class="button"
        href="/leads/${token}/price/${own.variationOf === null ? 'new' : `extra?work=${extraWorkOf(own)}`}"
        >Send a new version</a
      >
    </p>`

const lostText = html`<p>The request is closed, so nothing can be confirmed now. If it is opened again, you can.</p>`

const chosenText = html`<p>
  The homeowner has chosen just this version. By confirming you agree to do the work for it. The contract is between you
  and the homeowner; Kerbside is no party to it.
</p>`

function confirmForm({ own, content }: TakenPrice, today: string, rejected: Rejected | null): Html {
  const isForJob = own.variationOf === null
  const day = { name: 'start_day', label: 'On which day do you start?', type: 'date' as const, min: today }
  const follows = isForJob
    ? 'The homeowner gets an email with the day. The other contractors hear that the job is gone.'
    : 'The homeowner gets an email.'
  return html`<form method="post">
    <input type="hidden" name="id" value="${own.id}" />
    <input type="hidden" name="sha256" value="${content.sha256}" />
    ${isForJob ? textField(day, rejected) : ''}
    <button>Confirm</button>
    <p class="soft">${follows}</p>
  </form>`
}
