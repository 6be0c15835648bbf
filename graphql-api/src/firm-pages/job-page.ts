import { notGenuineReasons, outcomeText, reasonTexts } from '@kerbside/schema/offers/job-outcome'
import { currencyNames, formatAmount } from '@kerbside/schema/amount'
import { countOf } from '@kerbside/schema/text'
import { longDay, shortDayAndTime, startOfLondonDay } from '@kerbside/schema/time/london-time'
import { html } from 'hono/html'
import type { Html } from '../http/plain-page.ts'
import { fieldError, textField, type Rejected, type SignedPage } from '../http/signed-page.ts'
import { acceptedPage, offerPage } from '../offers/offer-page.ts'
import type { JobPrice, JobReport, JobScreen } from './job.service.ts'

/** The contact details, what became of the job, the photos, and the job itself. */
export function jobPage({ screen, report, price }: JobScreen, rejected: Rejected | null, token: string): SignedPage {
  if (screen.kind !== 'accepted' || report === null) return offerPage(screen, 'accept', token)
  return acceptedPage(screen, `/leads/${token}`, {
    first: chosenCard(price, token),
    below: html`${priceCard(token)} ${questionsLink(price, token)} ${outcomeCard(report, rejected)}`,
    visitDay: price.agreedStart,
  })
}

/** Above everything else while the firm has a chosen price to confirm. */
function chosenCard({ chosen, agreedStart }: JobPrice, token: string): Html | '' {
  const href = `/leads/${token}/agreement`
  if (chosen) {
    return html`<div class="card">
      <h2>Your price is chosen</h2>
      <p>
        The homeowner has chosen your price of ${formatAmount({ amount: chosen.total, currency: chosen.currency })}.
      </p>
      <a class="button" href="${href}">Confirm this job</a>
    </div>`
  }
  return agreedStart === null
    ? ''
    : html`<div class="card">
        <h2>Agreed</h2>
        <p>You start on ${longDay(startOfLondonDay(agreedStart))}.</p>
        <p><a href="${href}">What is agreed</a></p>
      </div>`
}

function questionsLink({ questions, unanswered }: JobPrice, token: string): Html | '' {
  if (questions === 0) return ''
  const text = unanswered > 0 ? `Answer ${countOf(unanswered, 'question')} of the homeowner` : 'Questions and answers'
  return html`<div class="card">
    <h2>Questions</h2>
    <a class="button ${unanswered > 0 ? '' : 'quiet'}" href="/leads/${token}/questions">${text}</a>
  </div>`
}

const priceCard = (token: string): Html =>
  html`<div class="card">
    <h2>Your price</h2>
    <p>Send it here and the homeowner can compare and choose it. Each version that you send is listed there.</p>
    <a class="button" href="/leads/${token}/price">Send your price</a>
  </div>`

/** Asked after a day; who knows it before unfolds it. */
function outcomeCard(report: JobReport, rejected: Rejected | null): Html {
  const { latest, isOpen, isAsked } = report
  const forms = isOpen ? outcomeForms(report, rejected) : html`<p>The job is closed, so this stays as it is.</p>`
  if (latest === null && !isAsked && isOpen) {
    return html`<div class="card" id="outcome">
      <details class="only" ${rejected ? 'open' : ''}>
        <summary>Tell us already how it went</summary>
        <p>We ask you tomorrow. It takes one tap, and you can change it later.</p>
        ${forms}
      </details>
    </div>`
  }
  return html`<div class="card" id="outcome">
    <h2>How did it go?</h2>
    ${
      latest === null
        ? html`<p>Tell us once you know. It takes one tap, and you can change it later.</p>`
        : html`<p class="done" role="status">You told us: ${outcomeText(latest)} (${shortDayAndTime(latest.at)}).</p>`
    }
    ${forms}
  </div>`
}

const buttons = [
  ['won', 'Won'],
  ['lost', 'Lost'],
  ['will-not-price', 'We will not price this job'],
  ['cannot-reach', 'Cannot reach the homeowner'],
] as const

function outcomeForms({ currency }: JobReport, rejected: Rejected | null): Html {
  return html`${fieldError('outcome', rejected)}
    <form method="post" action="#outcome">
      ${textField(
        {
          name: 'amount',
          label: `Your price in ${currencyNames[currency]}, if you have quoted`,
          hint: 'For example 2450 or 2,450.50. You may leave it empty.',
          inputMode: 'decimal',
        },
        rejected,
      )}
      <button name="outcome" value="quoted">I have quoted</button>
    </form>
    ${buttons.map(
      ([outcome, label]) =>
        html`<form method="post" action="#outcome">
          <button class="quiet" name="outcome" value="${outcome}">${label}</button>
        </form>`,
    )}
    <details ${rejected?.errors['reason'] ? 'open' : ''}>
      <summary>Not genuine</summary>
      <form method="post" action="#outcome">
        <fieldset>
          <legend>What is wrong with it?</legend>
          ${fieldError('reason', rejected)}
          ${notGenuineReasons.map(
            (reason) =>
              html`<label class="choice">
                <input type="radio" name="reason" value="${reason}" required />${reasonTexts[reason]}
              </label>`,
          )}
        </fieldset>
        <button class="quiet" name="outcome" value="not-genuine">Not genuine</button>
      </form>
    </details>`
}
