import { currencySymbols } from '@kerbside/schema/amount'
import { estimateLimits } from '@kerbside/schema/estimates/estimate-request'
import { lineRows } from '@kerbside/schema/estimates/estimate-fields'
import { rateText } from '@kerbside/schema/estimates/estimate-money'
import { units } from '@kerbside/schema/estimates/estimate'
import { vatNotes, vatRates } from '@kerbside/schema/estimates/vat'
import { html } from 'hono/html'
import type { Html } from '../../http/plain-page.ts'
import { input, labelled, select, stateOf, type PriceForm } from './price-fields.ts'

const rowsAtFirst = 5
const rowsMore = 5

/** How many rows the form has: room for what is typed and a few more. */
export function rowsShown({ fields }: Pick<PriceForm, 'fields'>, isAskedForMore: boolean): number {
  const known = /^\d{1,2}$/.test(fields['rows'] ?? '') ? Number(fields['rows']) : rowsAtFirst
  const wanted = Math.max(isAskedForMore ? known + rowsMore : known, lineRows(fields).length + 2)
  return Math.min(wanted, estimateLimits.lines)
}

/** The lines of a price with its rows, and the lines that the firm used before. */
export function linesCard(form: PriceForm, rows: number): Html {
  const { country } = form.screen.job
  const note = vatNotes[country]
  return html`<section class="card" aria-labelledby="lines-title">
    <h2 id="lines-title">What you do, and what it costs</h2>
    <p class="hint">A line for each part of the work, without VAT: we add it. An empty quantity is 1.</p>
    ${stateOf('lines', form).message}
    <input type="hidden" name="rows" value="${rows}" />
    <ol class="lines" id="lines" tabindex="-1">
      ${Array.from({ length: rows }, (_, place) => line(form, place))}
    </ol>
    <button class="quiet" name="do" value="more-lines" data-do="add-line">More lines</button>
    ${form.ready.length === 0 ? '' : readyLines(form)}
    <p class="hint source">
      ${note.text} Source: <a href="${note.href}" rel="noreferrer">${note.source}</a>. This is no advice.
    </p>
  </section>`
}

function line(form: PriceForm, place: number): Html {
  const { country, currency } = form.screen.job
  const name = (part: string) => `lines.${place}.${part}`
  const rates = vatRates[country].map(({ rate }) => ({ value: String(rate), label: rateText(rate) }))
  const usual = rates[0]?.value ?? ''
  const rate = form.fields[name('rate')] || usual
  const isProvisional = (form.fields[name('isProvisional')] ?? '') !== ''
  const isMore = isProvisional || rate !== usual || ['rate', 'rateReason'].some((part) => form.errors[name(part)])
  const errors = ['text', 'quantity', 'unit', 'unitPrice'].map((part) => stateOf(name(part), form).message)
  return html`<li class="line" data-line="${place}">
    ${errors}
    <div class="line-grid">
      <div class="field line-text">
        <label for="${name('text')}">Line ${place + 1}</label>${input(name('text'), form)}
      </div>
      <div class="field">
        <label for="${name('quantity')}">Quantity</label>${input(name('quantity'), form, { mode: 'decimal' })}
      </div>
      <div class="field">
        <label for="${name('unit')}">Unit</label>
        ${select(
          name('unit'),
          units.map((unit) => ({ value: unit, label: unit })),
          form,
        )}
      </div>
      <div class="field">
        <label for="${name('unitPrice')}">${currencySymbols[currency]} each</label>
        ${input(name('unitPrice'), form, { mode: 'decimal' })}
      </div>
    </div>
    <details ${isMore ? html`open` : ''}>
      <summary>
        VAT <span data-rate>${rateText(Number(rate) || 0)}</span>${isProvisional ? ', provisional sum' : ''}
      </summary>
      <div class="line-more">
        <div class="field">
          <label for="${name('rate')}">Rate of VAT</label>
          ${stateOf(name('rate'), form).message}
          ${select(name('rate'), rates, { ...form, fields: { ...form.fields, [name('rate')]: rate } })}
        </div>
        ${country === 'GB' ? labelled(name('rateReason'), 'Why, if it is not 20%', form) : ''}
        <label class="choice"
          ><input type="checkbox" name="${name('isProvisional')}" value="on" ${isProvisional ? html`checked` : ''} />A
          provisional sum: it cannot be priced yet and may change</label
        >
      </div>
    </details>
  </li>`
}

/** A press fills the next row: posted without a script. */
const readyLines = ({ ready }: PriceForm): Html =>
  html`<details class="ready">
    <summary>Lines from your earlier prices</summary>
    <ul class="rows">
      ${ready.map(
        (row, place) =>
          html`<li>
            <button class="quiet small" name="do" value="ready-line-${place}" data-row="${JSON.stringify(row)}">
              ${row.text}<span class="soft">${row.quantity} ${row.unit} at ${row.unitPrice}</span>
            </button>
          </li>`,
      )}
    </ul>
  </details>`
