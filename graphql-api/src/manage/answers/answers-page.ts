import type { Lead } from '@kerbside/schema/leads/lead'
import { firmsWithDetails } from '@kerbside/schema/offers/offer'
import { columnOf, type LeadColumn } from '@kerbside/schema/quotes/columns'
import type { FormField } from '@kerbside/schema/quotes/form-definition'
import { answerLimit, plainLabel } from '@kerbside/schema/quotes/quote'
import type { QuoteForm } from '@kerbside/schema/submission/check-quote'
import { html } from 'hono/html'
import type { Html } from '../../http/plain-page.ts'
import type { Rejected, SignedPage } from '../../http/signed-page.ts'
import { names } from '../stopping/stop-page.ts'
import { answersSeen, seenName } from './correct-own-answers.ts'
import { ownFields, type OwnField } from './own-answers.ts'

type Shown = { form: QuoteForm; token: string; rejected: Rejected | null; isUnchanged?: boolean }

/** The form that the homeowner answered, filled in with their answers or with what could not be taken. */
export function answersPage(lead: Lead, { form, token, rejected, isUnchanged = false }: Shown): SignedPage {
  const { reference, answers } = lead
  const fields = ownFields(form, lead)
  const body = html`<div class="card">
    <p class="tag">${reference}</p>
    <h1>Correct my answers</h1>
    ${isUnchanged ? html`<p class="done" role="status">Nothing is changed: these are the answers that we have.</p>` : ''}
    ${rejected ? errorSummary(rejected, fields) : ''}
    <p>${consequence(lead)}</p>
    <form method="post" action="/manage/${token}/answers" novalidate>
      <input type="hidden" name="${seenName}" value="${answersSeen(answers)}" />
      ${fields.map((own) => control(own, rejected))}
      <button>Save my answers</button>
    </form>
    <p class="other"><a href="/manage/${token}">Back to my request</a></p>
  </div>`
  return { title: `Correct the answers of ${reference}`, body }
}

/** What saving does, before it is done. */
function consequence({ offers, sharingStoppedAt }: Lead): string {
  const holders = firmsWithDetails(offers).map(({ contractorName }) => contractorName)
  const stopped = 'You have stopped sharing your details, so no firm hears of what you correct.'
  if (sharingStoppedAt) return stopped
  const isOffered = offers.some(({ state }) => state === 'offered')
  return [
    'Change what is wrong, and save.',
    ...(holders.length > 0
      ? [
          `${names.format(holders)} ${holders.length === 1 ? 'gets an email that says' : 'get an email each that says'} what you corrected.`,
        ]
      : []),
    ...(isOffered
      ? ['Firms that have not answered yet see the corrected job, still without your name and contact details.']
      : []),
  ].join(' ')
}

/** Each message leads to its field; one about a name that the form does not have says which name that is. */
function errorSummary({ errors }: Rejected, fields: readonly OwnField[]): Html {
  const messages = Object.entries(errors).flatMap(([name, [message = '']]) => [{ name, message }])
  const isShown = (name: string) => fields.some(({ field }) => field.name === name)
  return html`<div class="problem" role="alert">
    <h2>There is a problem</h2>
    <ul>
      ${messages.map(({ name, message }) => {
        if (isShown(name)) return html`<li><a href="#answer-${name}">${message}</a></li>`
        return name === 'form' ? html`<li>${message}</li>` : html`<li>${name}: ${message}</li>`
      })}
    </ul>
  </div>`
}

const autocomplete: Partial<Record<LeadColumn, string>> = {
  firstName: 'given-name',
  lastName: 'family-name',
  email: 'email',
  mobile: 'tel',
  postcode: 'postal-code',
}

/** What a correction does beyond the answer itself. */
const hints: Partial<Record<LeadColumn, string>> = {
  email: 'To a new address we send an email, from which you confirm it.',
  postcode: 'Firms that were asked stay asked. Only a firm that is asked from now on is chosen near a new postcode.',
}

function control({ field, value: stored }: OwnField, rejected: Rejected | null): Html {
  const { name, type, label, required } = field
  const column = columnOf(name)
  const id = `answer-${name}`
  const message = rejected?.errors[name]?.[0]
  const hint = (column && hints[column]) || ''
  const value = rejected === null ? stored : (rejected.fields[name] ?? (type === 'checkbox' ? '' : stored))
  const described = [hint && `${id}-hint`, message && `${id}-error`].filter(Boolean).join(' ')
  const attributes = html`id="${id}" name="${name}" ${described ? html`aria-describedby="${described}"` : ''}
  ${message ? html`aria-invalid="true"` : ''}`
  const above = html`${hint ? html`<p class="hint" id="${id}-hint">${hint}</p>` : ''}
  ${message ? html`<p class="error" id="${id}-error">${message}</p>` : ''}`
  if (type === 'checkbox') {
    return html`${above}<label class="choice"
        ><input type="checkbox" value="on" ${attributes} ${isTicked(value) ? html`checked` : ''} />${plainLabel(
          label,
        )}</label
      >`
  }
  const optional = required ? '' : html` <span class="soft">(optional)</span>`
  return html`<label for="${id}">${plainLabel(label)}${optional}</label> ${above} ${input(field, value, attributes)}`
}

const isTicked = (value: string) => !['', 'off', 'no', 'false', '0'].includes(value.toLowerCase())

const inputTypes: Partial<Record<FormField['type'], string>> = { email: 'email', tel: 'tel', date: 'date', url: 'url' }

function input({ name, type, options }: FormField, value: string, attributes: Html): Html {
  if (type === 'textarea') {
    return html`<textarea class="text" rows="5" maxlength="${answerLimit}" ${attributes}>${value}</textarea>`
  }
  if (type === 'select') {
    return html`<select class="text" ${attributes}>
      <option value="">Not answered</option>
      ${options.map(
        (option) =>
          html`<option value="${option.value}" ${option.value === value ? html`selected` : ''}>
            ${option.label}
          </option>`,
      )}
    </select>`
  }
  const column = columnOf(name)
  return html`<input
    class="text"
    type="${inputTypes[type] ?? 'text'}"
    ${type === 'number' ? html`inputmode="decimal"` : ''}
    autocomplete="${(column && autocomplete[column]) || 'off'}"
    value="${value}"
    ${attributes}
  />`
}
