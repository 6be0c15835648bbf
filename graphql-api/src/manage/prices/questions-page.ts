import { questionLimits, type EstimateQuestion, type FirmQuestion } from '@kerbside/schema/estimates/question'
import type { Lead } from '@kerbside/schema/leads/lead'
import { shortDayAndTime } from '@kerbside/schema/time/london-time'
import { html } from 'hono/html'
import type { Html } from '../../http/plain-page.ts'
import { fieldError, textArea, type Rejected, type SignedPage } from '../../http/signed-page.ts'
import { allFirms, firmsToQuestion } from './ask.ts'
import { names } from '../stopping/stop-page.ts'

/** What the homeowner asked firms about their prices, and the form to ask more. */
export function questionsPage(lead: Lead, token: string, rejected: Rejected | null): SignedPage {
  const { reference, questions = [] } = lead
  const body = html`<div class="card">
      <p class="tag">${reference}</p>
      <h1>Ask the firms</h1>
      <p>
        Your question goes to the firm by email, and its answer stands here and with its price. Our staff can read
        along, so that they can help.
      </p>
      ${askForm(lead, rejected)}
      <p class="other"><a href="/manage/${token}/prices">Back to the prices</a></p>
    </div>
    ${questions.length > 0 ? html`<div class="card">${asked(questions)}</div>` : ''}`
  return { title: `Ask the firms of ${reference}`, body }
}

function askForm(lead: Lead, rejected: Rejected | null): Html {
  const firms = firmsToQuestion(lead)
  if (lead.sharingStoppedAt) return html`<p>You have stopped sharing your details, so firms are asked nothing more.</p>`
  if (firms.length === 0) return html`<p>No firm has taken your job yet, so there is nobody to ask.</p>`
  const chosen = rejected?.fields['to'] ?? (firms.length === 1 ? firms[0]?.contractorId : undefined)
  const choice = (value: string, label: string) =>
    html`<label class="choice">
      <input type="radio" name="to" value="${value}" required ${value === chosen ? html`checked` : ''} />${label}
    </label>`
  return html`<form method="post">
    <fieldset>
      <legend>Whom do you ask?</legend>
      ${fieldError('to', rejected)} ${firms.length > 1 ? choice(allFirms, 'All firms, the same question') : ''}
      ${firms.map(({ contractorId, contractorName }) => choice(contractorId, contractorName))}
    </fieldset>
    ${textArea({ name: 'question', label: 'Your question', rows: 5, maxLength: questionLimits.characters }, rejected)}
    <button>Ask</button>
  </form>`
}

/** The part of the page with the prices. */
export const questionsCard = ({ lead, token }: { lead: Lead; token: string }): Html =>
  html`<div class="card">
    <h2>Questions and answers</h2>
    ${asked(lead.questions ?? [])}
    <a class="button quiet" href="/manage/${token}/questions">Ask a question</a>
  </div>`

const asked = (questions: readonly EstimateQuestion[]): Html =>
  html`${questions.map(({ at, text, to, answers }) => {
    const silent = to.filter((firm) => answers.every(({ contractorId }) => contractorId !== firm.contractorId))
    return html`<div class="holder">
      <h3>${text}</h3>
      <p class="soft">
        You asked ${names.format(to.map(({ contractorName }) => contractorName))} on ${shortDayAndTime(at)}.
      </p>
      ${answers.map(answerOf)}
      ${
        silent.length > 0
          ? html`<p class="soft">
              No answer yet from ${names.format(silent.map(({ contractorName }) => contractorName))}.
            </p>`
          : ''
      }
    </div>`
  })}`

const answerOf = ({ contractorName, at, text }: EstimateQuestion['answers'][number]): Html =>
  html`<p class="message"><strong>${contractorName}</strong>, ${shortDayAndTime(at)}: ${text}</p>`

/** What one firm was asked, with its answers. */
export const answersOf = (questions: readonly FirmQuestion[]): Html =>
  html`${questions.map(
    ({ at, text, answer }) =>
      html`<div class="holder">
        <h3>${text}</h3>
        <p class="soft">You asked on ${shortDayAndTime(at)}.</p>
        ${answer ? answerOf(answer) : html`<p class="soft">No answer yet.</p>`}
      </div>`,
  )}`
