import { checklistOf } from '@kerbside/schema/estimates/checklist'
import { stageRows, typedTotals } from '@kerbside/schema/estimates/estimate-fields'
import { estimateKinds, type EstimateKind } from '@kerbside/schema/estimates/estimate'
import { estimateLimits } from '@kerbside/schema/estimates/estimate-request'
import { currencyNames } from '@kerbside/schema/amount'
import { html } from 'hono/html'
import type { Html } from '../../http/plain-page.ts'
import type { SignedPage } from '../../http/signed-page.ts'
import { labelled, radios, stateOf, type PriceForm } from './price-fields.ts'
import { filesCard } from './price-files.ts'
import { linesCard, rowsShown } from './price-lines.ts'
import { typedSumCard } from './price-sum.ts'
import { priceStyle } from './price-style.ts'

type Shown = {
  isAskedForMore?: boolean
  /** What stands in the way of the whole price, not of a field. */
  problem?: string | null
  /** What the browser runs; null where the web app is not built. */
  script: string | null
}

/** The form of a price. It is whole without a script. */
export function priceFormPage(form: PriceForm, { isAskedForMore = false, problem = null, script }: Shown): SignedPage {
  const { screen, token, fields, draft } = form
  const { reference, job, prices } = screen
  const isExtra = (fields['variationOf'] ?? '') !== ''
  const extraWork = fields['extraWork'] ?? ''
  const isVersion = isExtra ? extraWork !== '' : prices.length > 0
  const named = isVersion ? `A new version of extra work ${extraWork}` : 'Price extra work'
  const title = isExtra ? named : isVersion ? 'A new version of your price' : 'Your price'
  const body = html`<div class="card">
      <p class="tag">${reference}</p>
      <h1>${title}</h1>
      ${problemSummary(form, problem)}
      <p>${isVersion ? versionText : isExtra ? extraText : firstText}</p>
      <p class="done" id="device" role="status" hidden></p>
    </div>
    <form
      method="post"
      enctype="multipart/form-data"
      action="/leads/${token}/price"
      novalidate
      id="price"
      data-draft="${draft}"
      data-currency="${job.currency}"
      data-list="/leads/${token}/price"
    >
      <button class="first" name="do" value="sum" tabindex="-1" aria-hidden="true">Work out the sum</button>
      <input type="hidden" name="id" value="${fields['id'] ?? ''}" />
      <input type="hidden" name="variationOf" value="${fields['variationOf'] ?? ''}" />
      <input type="hidden" name="extraWork" value="${extraWork}" />
      ${basicsCard(form)} ${linesCard(form, rowsShown(form, isAskedForMore))}
      ${typedSumCard(typedTotals(fields), job.currency)} ${checklistCard(form)} ${paymentCard(form)} ${termsCard(form)}
      ${filesCard(form)}
      <div class="card">
        <button name="do" value="send">Send this price</button>
        <p class="hint sending">
          The homeowner gets an email at once. A sent price never changes: a correction is a new version.
        </p>
      </div>
    </form>
    <p class="other"><a href="/leads/${token}${prices.length > 0 ? '/price' : ''}">Back without sending</a></p>`
  return { title: `${title} · ${reference}`, body, style: priceStyle, script }
}

const firstText = 'Fill in what you know. Homeowners compare what is included as well as the sum.'
const versionText =
  'It begins with what you said last. The new version takes its place, and the homeowner sees what changed.'
const extraText = 'Only what comes on top of the agreed price. The homeowner agrees to it like to the price itself.'

function problemSummary({ errors }: PriceForm, problem: string | null): Html | '' {
  const messages = Object.entries(errors).flatMap(([name, [message = '']]) => [{ name, message }])
  if (messages.length === 0 && problem === null) return ''
  const place = (name: string) => {
    const [, line] = /^lines\.(\d+)\./.exec(name) ?? []
    return line === undefined ? '' : `Line ${Number(line) + 1}: `
  }
  return html`<div class="problem" role="alert">
    <h2>There is a problem</h2>
    <ul>
      ${problem === null ? '' : html`<li>${problem}</li>`}
      ${messages.map(({ name, message }) =>
        ['id', 'variationOf', 'extraWork'].includes(name)
          ? html`<li>${message}</li>`
          : html`<li><a href="#${name}">${place(name)}${message}</a></li>`,
      )}
    </ul>
  </div>`
}

const kindLabels: Record<EstimateKind, string> = {
  fixed: 'A fixed price: what will be paid',
  estimate: 'An estimate: it may change as the work shows',
}

const basicsCard = (form: PriceForm): Html =>
  html`<section class="card">
    <h2>The price</h2>
    ${radios(
      'kind',
      'What kind of price is it?',
      estimateKinds.map((value) => ({ value, label: kindLabels[value] })),
      form,
    )}
    ${radios(
      'isVatRegistered',
      'Are you registered for VAT?',
      [
        { value: 'yes', label: 'Yes' },
        { value: 'no', label: 'No: our prices have no VAT' },
      ],
      form,
    )}
  </section>`

const inclusionChoices = [
  { value: 'included', label: 'Included' },
  { value: 'not-included', label: 'Not included' },
  { value: '', label: 'Not said' },
]

const checklistCard = (form: PriceForm): Html =>
  html`<section class="card checklist">
    <h2>What is included?</h2>
    <p class="hint">Homeowners see these side by side with other firms.</p>
    ${checklistOf(form.screen.job.trade).map(({ name, label }) =>
      radios(`checklist.${name}`, label, inclusionChoices, form),
    )}
  </section>`

function paymentCard(form: PriceForm): Html {
  const rows = Math.min(stageRows(form.fields).length + 2, estimateLimits.stages)
  const isTold = stageRows(form.fields).length > 0 || Object.keys(form.errors).some((name) => name.startsWith('stages'))
  return html`<section class="card">
    <h2>Payment</h2>
    ${labelled('deposit', `Deposit in ${currencyNames[form.screen.job.currency]}, with VAT`, form, { mode: 'decimal' })}
    <details ${isTold ? html`open` : ''}>
      <summary>Stages of payment</summary>
      ${stateOf('stages', form).message}
      <p class="hint" id="stages">With the deposit they make up the whole price. You may leave them empty.</p>
      ${Array.from(
        { length: rows },
        (_, place) =>
          html`<div class="stage">
            ${labelled(`stages.${place}.text`, `Stage ${place + 1}: when`, form)}
            ${labelled(`stages.${place}.amount`, 'Amount, with VAT', form, { mode: 'decimal' })}
          </div>`,
      )}
    </details>
  </section>`
}

function termsCard(form: PriceForm): Html {
  const { today } = form.screen.job
  const { message, attributes } = stateOf('message', form)
  return html`<section class="card">
    <h2>When, and what stands behind it</h2>
    <div class="two">
      ${labelled('validUntilDay', 'Price valid until', form, { type: 'date', min: today })}
      ${labelled('startDay', 'Could start on', form, { type: 'date', min: today })}
      ${labelled('durationDays', 'Working days it takes', form, { mode: 'numeric' })}
      ${labelled('guaranteeYears', 'Guarantee in years', form, { mode: 'numeric' })}
    </div>
    ${labelled('insurer', 'Your insurer', form)}
    <label for="message">Anything else the homeowner should know</label>
    ${message}
    <textarea class="text" rows="4" ${attributes}>${form.fields['message'] ?? ''}</textarea>
  </section>`
}
