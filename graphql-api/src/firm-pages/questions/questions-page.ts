import { questionLimits, type FirmQuestion } from '@kerbside/schema/estimates/question'
import { shortDayAndTime } from '@kerbside/schema/time/london-time'
import { html } from 'hono/html'
import type { Html } from '../../http/plain-page.ts'
import { textArea, type Rejected, type SignedPage } from '../../http/signed-page.ts'
import { offerPage } from '../../offers/offer-page.ts'
import type { QuestionsScreen } from './questions.service.ts'

/** What the homeowner asked the firm, with a field for each answer that is missing. */
export function firmQuestionsPage(
  { screen, questions }: QuestionsScreen,
  rejected: Rejected | null,
  token: string,
): SignedPage {
  if (screen.kind !== 'accepted') return offerPage(screen, 'accept', token)
  const body = html`<div class="card">
    <p class="tag">${screen.reference}</p>
    <h1>Questions of the homeowner</h1>
    <p>
      Your answer goes to the homeowner by email and stands with your price. It stays as you send it; our staff can read
      along.
    </p>
    ${questions.length === 0 ? html`<p>The homeowner has asked you nothing yet.</p>` : ''}
    ${questions.toReversed().map((question) => questionItem(question, rejected))}
    <p class="other"><a href="/leads/${token}">Back to the job</a></p>
  </div>`
  return { title: `Questions about ${screen.reference}`, body }
}

function questionItem({ id, at, text, answer }: FirmQuestion, rejected: Rejected | null): Html {
  const own = rejected?.fields['question'] === id ? rejected : null
  return html`<div class="holder" id="question-${id}">
    <h2 class="message">${text}</h2>
    <p class="soft">Asked on ${shortDayAndTime(at)}</p>
    ${
      answer
        ? html`<p class="done message">${answer.text}</p>`
        : html`<form method="post" action="#question-${id}">
            <input type="hidden" name="question" value="${id}" />
            ${textArea({ name: 'answer', label: 'Your answer', rows: 4, maxLength: questionLimits.characters, id: `answer-${id}` }, own)}
            <button>Send my answer</button>
          </form>`
    }
  </div>`
}
