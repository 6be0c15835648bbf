import type { FieldErrors } from '@kerbside/schema/errors'
import type { EstimateFields, LineRow } from '@kerbside/schema/estimates/estimate-fields'
import type { PriceFile } from '@kerbside/schema/quote-files/quote-file'
import { html } from 'hono/html'
import type { Html } from '../../http/plain-page.ts'
import type { PricesScreen } from './prices.service.ts'

/** What the page with the form of a price is made from. */
export type PriceForm = {
  screen: PricesScreen
  token: string
  /** What is typed, or what another version begins with. Without empty rows. */
  fields: EstimateFields
  errors: FieldErrors
  /** Of this device's draft: the same link and kind of price always has the same. */
  draft: string
  /** Lines that the firm used before. */
  ready: readonly LineRow[]
  /** Stored before, of those that the fields name. */
  files: readonly PriceFile[]
}

type Choice = { value: string; label: string }

/** What is wrong with a field, and the attributes by which its control says so. */
export function stateOf(name: string, { errors }: Pick<PriceForm, 'errors'>, hint = '') {
  const message = errors[name]?.[0]
  const described = [hint && `${name}-hint`, message && `${name}-error`].filter(Boolean).join(' ')
  return {
    message: message === undefined ? '' : html`<p class="error" id="${name}-error">${message}</p>`,
    attributes: html`id="${name}" name="${name}" ${described ? html`aria-describedby="${described}"` : ''}
    ${message === undefined ? '' : html`aria-invalid="true"`}`,
  }
}

/** Radio buttons of one name, the first of which has the name as its id so that an error can lead there. */
export function radios(name: string, legend: Html | string, choices: readonly Choice[], form: PriceForm): Html {
  const { message } = stateOf(name, form)
  const chosen = form.fields[name] ?? ''
  return html`<fieldset>
    <legend>${legend}</legend>
    ${message}
    <div class="radios">
      ${choices.map(
        ({ value, label }, place) =>
          html`<label class="choice"
            ><input
              type="radio"
              name="${name}"
              value="${value}"
              ${place === 0 ? html`id="${name}"` : ''}
              ${chosen === value ? html`checked` : ''}
            />${label}</label
          >`,
      )}
    </div>
  </fieldset>`
}

export function select(name: string, choices: readonly Choice[], form: PriceForm): Html {
  const chosen = form.fields[name] ?? ''
  return html`<select class="text" ${stateOf(name, form).attributes}>
    ${choices.map(
      ({ value, label }) => html`<option value="${value}" ${chosen === value ? html`selected` : ''}>${label}</option>`,
    )}
  </select>`
}

type Input = { mode?: 'decimal' | 'numeric'; holder?: string; type?: 'text' | 'date'; min?: string; hint?: string }

export function input(name: string, form: PriceForm, { mode, holder, type = 'text', min, hint }: Input = {}): Html {
  return html`<input
    class="text"
    type="${type}"
    autocomplete="off"
    value="${form.fields[name] ?? ''}"
    ${stateOf(name, form, hint).attributes}
    ${mode ? html`inputmode="${mode}"` : ''}
    ${holder ? html`placeholder="${holder}"` : ''}
    ${min ? html`min="${min}"` : ''}
  />`
}

/** A field with its label above and what was wrong with it between. */
export function labelled(name: string, label: string, form: PriceForm, options: Input = {}): Html {
  return html`<div class="field">
    <label for="${name}">${label}</label>
    ${options.hint ? html`<p class="hint" id="${name}-hint">${options.hint}</p>` : ''} ${stateOf(name, form).message}
    ${input(name, form, options)}
  </div>`
}
