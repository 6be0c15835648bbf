import { cancelNotes, maximumName } from '@kerbside/schema/estimates/choosing'
import {
  declineReasons,
  declineReasonTexts,
  extraWorkName,
  kindTexts,
  undoHours,
} from '@kerbside/schema/estimates/estimate'
import type { Lead } from '@kerbside/schema/leads/lead'
import { shortDayAndTime } from '@kerbside/schema/time/london-time'
import { html } from 'hono/html'
import type { Html } from '../../http/plain-page.ts'
import { fact, fieldError, textField, type Rejected, type SignedPage } from '../../http/signed-page.ts'
import { stateLine, undoForm } from './compare-page.ts'
import { dayText, depositOf, money } from './price-words.ts'
import { pricesCss } from './prices-css.ts'
import { countryOfLead, type PriceScreen } from './prices.service.ts'

/** What the homeowner agrees to, before the one press that does it. */
export function choosePage(screen: PriceScreen, rejected: Rejected | null): SignedPage {
  const { lead, token, price } = screen
  const { own, isOpen } = price
  const page = `/manage/${token}/prices/${own.id}`
  const extra = extraWorkName(own)?.toLowerCase()
  const what = extra ? `${extra} of ${own.contractorName}` : own.contractorName
  const body = html`<div class="card">
      <p class="tag">${lead.reference}</p>
      <h1>${isOpen ? `Choose ${what}?` : `${extraWorkName(own) ?? 'Price'} of ${own.contractorName}`}</h1>
      <p class="price">${money(own, own.total)}</p>
      <p class="soft">${kindTexts[own.kind]}, with VAT</p>
      ${stateLine(price)}
      ${isOpen || stateLine(price) !== '' ? '' : html`<p class="state">You have chosen another price, or your request is closed.</p>`}
      ${undoForm(price, page)}
      <p class="other"><a href="${page}">See all of it again</a></p>
    </div>
    ${isOpen ? html`${terms(screen)} ${chooseForm(screen, rejected)}` : ''}`
  return { title: `Choose ${own.contractorName}`, body, style: pricesCss }
}

function terms({ price, lead }: PriceScreen): Html {
  const { own, content } = price
  const { contractorName } = own
  const note = cancelNotes[countryOfLead(lead)]
  const deposit = depositOf(price)
  return html`<div class="card">
    <h2>What you agree to</h2>
    <ul>
      <li>
        ${contractorName} does the work that this price describes, for ${money(own, own.total)}.
        ${own.kind === 'fixed' ? 'It is a fixed price.' : 'It is an estimate: it may change as the work shows what is needed.'}
        ${
          content.totals.provisional > 0
            ? `${money(own, content.totals.provisional)} of it is provisional and may change.`
            : ''
        }
      </li>
      <li>Your contract is with ${contractorName}. Kerbside is no party to it.</li>
      <li>
        We email you and ${contractorName} a PDF of just this version. ${contractorName} then confirms
        ${own.variationOf === null ? 'with a day on which it starts' : 'it'}.
      </li>
      <li>
        You can undo your choice here for ${undoHours} hours, unless ${contractorName} confirms before, and again if
        they do not confirm it in a few days.
      </li>
    </ul>
    <h3>Cancelling later</h3>
    <p>${note.text} Source: <a href="${note.href}">${note.source}</a>. This is information, not advice.</p>
    <dl class="facts">
      ${fact('Version', `${own.number}, sent ${shortDayAndTime(own.sentAt)}`)}
      ${fact('Valid until', dayText(content.validUntilDay))}
      ${fact('Deposit', html`${deposit.text}${deposit.warning ? html`<span class="warning">⚠ ${deposit.warning}</span>` : ''}`)}
    </dl>
    <h3>The number of this version (SHA-256)</h3>
    <p class="digest">${content.sha256}</p>
  </div>`
}

function chooseForm({ price, lead }: PriceScreen, rejected: Rejected | null): Html {
  const { own, content } = price
  const others = new Set((lead.estimates ?? []).map(({ contractorId }) => contractorId)).size > 1
  return html`<div class="card">
    <h2>Choose it</h2>
    <form method="post">
      ${fieldError('sha256', rejected)}
      <input type="hidden" name="sha256" value="${content.sha256}" />
      ${textField({ name: 'name', label: 'Your full name', hint: `It takes the place of your signature. ${maximumName} characters at most.` }, rejected)}
      ${own.variationOf === null && others ? othersField(rejected) : ''}
      <button>Choose this price</button>
    </form>
  </div>`
}

const othersField = (rejected: Rejected | null): Html =>
  html`<label for="others_because">What shall we tell the other firms?</label>
    <p class="hint" id="others_because-hint">
      They hear it once your firm has confirmed, so that nobody waits for you.
    </p>
    ${fieldError('others_because', rejected)}
    <select class="text" id="others_because" name="others_because" aria-describedby="others_because-hint">
      ${(['another-firm', 'too-dear', 'too-late', 'other'] as const).map(
        (reason) =>
          html`<option value="${reason}" ${rejected?.fields['others_because'] === reason ? html`selected` : ''}>
            ${othersTexts[reason]}
          </option>`,
      )}
    </select>`

const othersTexts = {
  'another-firm': 'Only that I chose another firm',
  'too-dear': 'Their price was too high',
  'too-late': 'They could not start in time',
  other: 'Something else decided it',
}

/** Why none of the prices fits. */
export function nonePage({ reference }: Lead, token: string, rejected: Rejected | null): SignedPage {
  const body = html`<div class="card">
    <p class="tag">${reference}</p>
    <h1>None of these prices?</h1>
    <p>
      Each firm that sent you a price hears it by email, with the reason and without another word about you. A firm can
      still send you a new price. To hear from no firm any more, use <em>Stop sharing my details</em> on the page of
      your request.
    </p>
    <form method="post">
      <fieldset>
        <legend>Why does none of them fit?</legend>
        ${fieldError('reason', rejected)}
        ${declineReasons.map(
          (reason) =>
            html`<label class="choice">
              <input type="radio" name="reason" value="${reason}" required />${declineReasonTexts[reason]}
            </label>`,
        )}
      </fieldset>
      <button class="quiet">Tell the firms</button>
    </form>
    <p class="other"><a href="/manage/${token}/prices">Back to the prices</a></p>
  </div>`
  return { title: `None of the prices for ${reference}`, body }
}
