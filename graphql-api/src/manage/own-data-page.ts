import { londonDayAndTime } from '@kerbside/schema/time/london-time'
import { capitalised, countOf } from '@kerbside/schema/text'
import { html } from 'hono/html'
import type { Html } from '../http/plain-page.ts'
import { answerItem, fact, type SignedPage } from '../http/signed-page.ts'
import type { OwnData } from './own-data.ts'

/** The same as the file, for a person to read or print. */
export function ownDataPage(data: OwnData, token: string): SignedPage {
  const { made_at: madeAt, request, answers, notes_of_colleagues: notes, ...rest } = data
  const body = html`<div class="card">
      <p class="tag">${request.reference}</p>
      <h1>What we hold about you</h1>
      <p>As of ${londonDayAndTime(madeAt)}. Times are those of London and Dublin.</p>
      <p><a class="button" href="/manage/${token}/data.json" download>Download as a file (JSON)</a></p>
      ${
        notes > 0
          ? html`<p class="soft">
              Our colleagues have also written ${countOf(notes, 'note')} for each other. Reply to one of our emails if
              you want to see ${notes === 1 ? 'it' : 'them'}: a person goes through them first, because others may be
              named in them.
            </p>`
          : ''
      }
      <p class="other"><a href="/manage/${token}">Back to my request</a></p>
    </div>
    ${section('Your request', request)}
    <div class="card">
      <h2>Your answers</h2>
      <dl class="answers">
        ${answers.map(({ question, answer }) => answerItem({ name: '', label: question, value: answer }))}
      </dl>
    </div>
    ${Object.entries(rest).map(([name, value]) => section(titled(name), value))}`
  return { title: `What we hold about you: ${request.reference}`, body }
}

/** 'emails_sent_to_you' → 'Emails sent to you' */
const titled = (name: string) => capitalised(name.replaceAll('_', ' '))

/** Only what there is; the file also names what is empty. */
function section(title: string, value: unknown): Html | '' {
  const entries = (Array.isArray(value) ? value : [value]).map(factsOf).filter((facts) => facts.length > 0)
  if (entries.length === 0) return ''
  return html`<div class="card">
    <h2>${title}</h2>
    ${entries.map(
      (facts, index) =>
        html`${index > 0 ? html`<hr />` : ''}
          <dl>${facts}</dl>`,
    )}
  </div>`
}

/** A single value stands under the section's own title. */
function factsOf(entry: unknown): Html[] {
  if (isEmpty(entry)) return []
  if (typeof entry !== 'object' || entry === null || entry instanceof Date) return [html`<dd>${shown(entry)}</dd>`]
  return Object.entries(entry).flatMap(([name, value]) => (isEmpty(value) ? [] : [fact(titled(name), shown(value))]))
}

const isEmpty = (value: unknown) => value === null || value === undefined || value === ''
const shown = (value: unknown) => (value instanceof Date ? londonDayAndTime(value) : String(value))
