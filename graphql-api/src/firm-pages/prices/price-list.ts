import { formatAmount, type Currency } from '@kerbside/schema/amount'
import { checklistOf } from '@kerbside/schema/estimates/checklist'
import { quantityText, rateText, totalsOf, lineNet } from '@kerbside/schema/estimates/estimate-money'
import {
  declineReasonTexts,
  extraWorkName,
  extraWorkOf,
  isTaken,
  kindTexts,
  type LeadEstimate,
  type ShownState,
} from '@kerbside/schema/estimates/estimate'
import { capitalised, countOf } from '@kerbside/schema/text'
import { longDay, shortDayAndTime, startOfLondonDay } from '@kerbside/schema/time/london-time'
import { html } from 'hono/html'
import type { Html } from '../../http/plain-page.ts'
import { isToRenew } from '../../estimates/may-send.ts'
import { fact, fieldError, type Rejected, type SignedPage } from '../../http/signed-page.ts'
import { filesList } from './price-files.ts'
import { sums } from './price-sum.ts'
import { priceStyle } from './price-style.ts'
import type { OwnPrice, PricesScreen } from './prices.service.ts'

const dayText = (day: string) => longDay(startOfLondonDay(day))
const when = (at: Date | null | undefined) => (at ? ` on ${shortDayAndTime(at)}` : '')

const stateTexts: Record<ShownState, (about: LeadEstimate) => string> = {
  sent: () => 'Waiting for the homeowner’s answer',
  expired: () => 'Expired: its time is over, and it cannot be chosen any more',
  replaced: ({ decidedAt }) => `Replaced by a newer version${when(decidedAt)}`,
  withdrawn: ({ decidedAt, withdrawnBecause }) =>
    `Withdrawn${when(decidedAt)}${withdrawnBecause ? `: ${withdrawnBecause}` : ''}`,
  chosen: ({ decidedAt, validUntil }) =>
    `Chosen by the homeowner${when(decidedAt)}. Confirm it by ${longDay(new Date(validUntil.getTime() - 1))}`,
  agreed: ({ startDay }) => `Agreed${startDay ? `: you start on ${dayText(startDay)}` : ''}`,
  cancelled: ({ decidedAt, withdrawnBecause }) =>
    `The agreement was cancelled${when(decidedAt)}${withdrawnBecause ? `: ${withdrawnBecause}` : ''}`,
  declined: ({ decidedAt, declinedBecause }) =>
    `Not chosen${when(decidedAt)}${declinedBecause ? `. The homeowner said: ${declineReasonTexts[declinedBecause]}` : ''}`,
}

/** The firm's prices of a job, the latest on top, with what it can do now. */
export function pricesPage(screen: PricesScreen, token: string): SignedPage {
  const { reference, prices, agreed, closed } = screen
  const hasVersion = prices.some(({ about }) => about.variationOf === null)
  const last = prices.filter(({ isLast }) => isLast)
  const earlier = prices.filter(({ isLast }) => !isLast)
  const body = html`${last.map((price, place) => priceCard(price, screen, token, place === 0 ? 1 : 2))}
    <div class="card">
      ${
        closed === null
          ? html`<a class="button" href="/leads/${token}/price/new"
              >${hasVersion ? 'Send a new version' : 'Send your price'}</a
            >`
          : html`<p>${closed}</p>`
      }
      ${agreed ? html`<a class="button" href="/leads/${token}/price/extra">Price extra work</a>` : ''}
      <p class="other"><a href="/leads/${token}">Back to the job</a></p>
    </div>
    ${
      earlier.length === 0
        ? ''
        : html`<div class="card">
            <h2>Earlier versions</h2>
            <ul class="rows">
              ${earlier.map((price) => html`<li>${earlierRow(price)}</li>`)}
            </ul>
          </div>`
    }`
  return { title: `Your price · ${reference}`, body, style: priceStyle }
}

const nameOf = (about: LeadEstimate) => `${extraWorkName(about) ?? 'Your price'}, version ${about.number}`

const tones: Partial<Record<ShownState, string>> = { sent: '', agreed: '', chosen: '' }

function priceCard({ estimate, about, shown }: OwnPrice, screen: PricesScreen, token: string, level: 1 | 2): Html {
  const { currency } = estimate
  const tag = html`<p class="tag ${tones[shown] ?? 'tag-slate'}">${nameOf(about)} · ${screen.reference}</p>`
  const isWaiting = shown === 'sent' && screen.isLost
  const title = isWaiting
    ? 'The request is closed: your price is open again if it is reopened'
    : stateTexts[shown](about)
  return html`<div class="card">
    ${tag} ${level === 1 ? html`<h1 class="state">${title}</h1>` : html`<h2>${title}</h2>`}
    <p class="soft">${kindTexts[estimate.kind]}. The homeowner pays:</p>
    ${sums(estimate.totals, currency)}
    <dl class="facts">
      ${fact('Sent', shortDayAndTime(about.sentAt))}
      ${fact('Seen by the homeowner', about.seenAt ? shortDayAndTime(about.seenAt) : 'Not yet')}
      ${fact('Valid until', dayText(estimate.validUntilDay))}
      ${fact('Deposit', estimate.deposit === 0 ? 'None' : money(estimate.deposit, currency))}
    </dl>
    ${changesList(estimate.changes)} ${contentDetails({ estimate, about, shown, isLast: true }, screen, token)}
    ${
      about.variationOf !== null &&
      screen.agreed?.id === about.variationOf &&
      (!isTaken(about) || isToRenew(about, about, screen.now))
        ? html`<a class="button quiet" href="/leads/${token}/price/extra?work=${extraWorkOf(about)}"
            >Send a new version of ${extraWorkName(about)?.toLowerCase()}</a
          >`
        : ''
    }
    ${
      shown === 'sent' || shown === 'expired'
        ? html`<p class="other"><a href="/leads/${token}/price/${estimate.id}/withdraw">Withdraw this price</a></p>`
        : ''
    }
  </div>`
}

const money = (amount: number, currency: Currency) => formatAmount({ amount, currency })

const changesList = (changes: readonly string[]): Html | '' =>
  changes.length === 0
    ? ''
    : html`<h3>What changed</h3>
        <ul>
          ${changes.map((change) => html`<li>${change}</li>`)}
        </ul>`

function contentDetails({ estimate }: OwnPrice, { job }: PricesScreen, token: string): Html {
  const { lines, checklist, stages, currency, startDay, durationDays, guaranteeYears, insurer, message } = estimate
  const said = { included: 'Included', 'not-included': 'Not included' }
  return html`<details>
    <summary>All that it says</summary>
    <table class="price-lines">
      <tbody>
        ${lines.map(
          (line) =>
            html`<tr>
              <th scope="row">
                ${line.text}<br /><span class="soft"
                  >${quantityText(line.quantity)} ${line.unit} at ${money(line.unitPrice, currency)}, VAT
                  ${rateText(line.rate)}${line.rateReason ? ` (${line.rateReason})` : ''}${line.isProvisional ? ', provisional sum' : ''}</span
                >
              </th>
              <td>${money(lineNet(line), currency)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
    <dl class="facts">
      ${checklistOf(job.trade).map(({ name, label }) => {
        const inclusion = checklist[name]
        return fact(label, inclusion ? said[inclusion] : 'Not said')
      })}
      ${startDay ? fact('Could start on', dayText(startDay)) : ''}
      ${durationDays === null ? '' : fact('Takes', capitalised(countOf(durationDays, 'working day')))}
      ${guaranteeYears === null ? '' : fact('Guarantee', capitalised(countOf(guaranteeYears, 'year')))}
      ${insurer ? fact('Insurer', insurer) : ''}
      ${stages.map(({ text, amount }) => fact(text, money(amount, currency)))}
    </dl>
    ${message ? html`<p class="message">${message}</p>` : ''} ${filesList(estimate.files, token)}
  </details>`
}

const earlierRow = ({ estimate, about, shown }: OwnPrice): Html =>
  html`<p><strong>${nameOf(about)}: ${money(totalsOf(estimate.lines).total, estimate.currency)}</strong></p>
    <p class="soft">Sent ${shortDayAndTime(about.sentAt)} · ${stateTexts[shown](about)}</p>
    ${about.seenAt ? html`<p class="soft">Seen by the homeowner on ${shortDayAndTime(about.seenAt)}</p>` : ''}
    ${changesList(estimate.changes)}`

/** Asks once before a price is taken back. */
export function withdrawPage(
  screen: PricesScreen,
  token: string,
  price: OwnPrice,
  rejected: Rejected | null,
): SignedPage {
  const { estimate, about, shown } = price
  const body = html`<div class="card">
    <p class="tag tag-slate">${screen.reference}</p>
    <h1>Withdraw this price?</h1>
    <p>
      ${nameOf(about)}: ${money(estimate.totals.total, estimate.currency)}. ${stateTexts[shown](about)}. Once it is
      withdrawn the homeowner cannot choose it. You can send another price afterwards.
    </p>
    <form method="post">
      <label for="reason">Why? You may leave it empty. The homeowner can read it.</label>
      ${fieldError('reason', rejected)}
      <input
        class="text"
        id="reason"
        name="reason"
        autocomplete="off"
        value="${rejected?.fields['reason'] ?? ''}"
        ${rejected ? html`aria-invalid="true" aria-describedby="reason-error"` : ''}
      />
      <button class="quiet">Withdraw this price</button>
    </form>
    <p class="other"><a href="/leads/${token}/price">Keep it</a></p>
  </div>`
  return { title: `Withdraw a price · ${screen.reference}`, body, style: priceStyle }
}
