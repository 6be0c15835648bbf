import { shortDayAndTime } from '@kerbside/schema/time/london-time'
import { extraWorkName, kindTexts } from '@kerbside/schema/estimates/estimate'
import { vatNotes } from '@kerbside/schema/estimates/vat'
import { html } from 'hono/html'
import type { Html } from '../../http/plain-page.ts'
import type { SignedPage } from '../../http/signed-page.ts'
import { money, rowsOf, stateText, type Row } from './price-words.ts'
import { countryOfLead, type PricesScreen, type ShownPrice } from './prices.service.ts'
import { pricesCss } from './prices-css.ts'
import { questionsCard } from './questions-page.ts'
import { totalsPicture } from './totals-picture.ts'

/** All firms' prices side by side: a card for each on a phone, a table where there is room. */
export function comparePage(screen: PricesScreen): SignedPage {
  const { lead, token, prices, variations } = screen
  const body = html`<div class="card compare">
      <p class="tag">${lead.reference}</p>
      <h1>
        ${prices.length === 0 ? 'No price yet' : `Your ${prices.length === 1 ? 'price' : `${prices.length} prices`}`}
      </h1>
      ${
        prices.length === 0
          ? html`<p>No firm has sent you a price yet. You get an email as soon as one does.</p>`
          : html`<p>
              ${prices.length > 1 ? 'Each row shows what the firms said to the same question. ' : ''}“Not said” means
              just that: ask before you choose.
            </p>`
      }
      <p class="other"><a href="/manage/${token}">Back to my request</a></p>
    </div>
    ${prices.length === 0 ? '' : compared(screen)} ${variations.map((price) => variationCard(price, token))}
    ${questionsCard(screen)} ${prices.some(({ isOpen }) => isOpen) ? noneCard(token) : ''}`
  return { title: `Your prices for ${lead.reference}`, body, style: pricesCss }
}

function compared(screen: PricesScreen): Html {
  const { prices, token, lead } = screen
  const rows = rowsOf(screen)
  const note = vatNotes[countryOfLead(lead)]
  return html`${prices.length > 1 ? totalsPicture(prices) : ''}
    <div class="narrow-only">${prices.map((price, index) => priceCard(price, { index, rows, token }))}</div>
    <div class="card wide-only">${priceTable(screen, rows)}</div>
    <p class="soft">
      ${note.text} Source: <a href="${note.href}">${note.source}</a>. This is information, not advice.
    </p>`
}

const differs = html` <span class="differs">≠ differs</span>`

const head = (price: ShownPrice): Html =>
  html`<p class="price">${money(price.own, price.own.total)}</p>
    <p class="soft">${kindTexts[price.own.kind]}, with VAT</p>
    ${stateLine(price)}`

export function stateLine(price: ShownPrice): Html | '' {
  const text = stateText(price)
  const isGood = price.state === 'chosen' || price.state === 'agreed'
  return text === '' ? '' : html`<p class="state ${isGood ? 'state-good' : ''}">${text}</p>`
}

const valueOf = ({ text, warning }: Row['values'][number]): Html =>
  html`${text}${warning ? html`<span class="warning">⚠ ${warning}</span>` : ''}`

type Card = { index: number; rows: readonly Row[]; token: string }

function priceCard(price: ShownPrice, { index, rows, token }: Card): Html {
  return html`<section class="card" aria-label="Price of ${price.own.contractorName}">
    <h2>${price.own.contractorName}</h2>
    ${head(price)}
    <dl class="facts">
      ${rows.map(
        ({ label, values, differs: isDifferent }) =>
          html`<div>
            <dt>${label}${isDifferent ? differs : ''}</dt>
            <dd>${values[index] ? valueOf(values[index]) : ''}</dd>
          </div>`,
      )}
    </dl>
    <div class="actions">${buttonsOf(price, token)}</div>
  </section>`
}

function priceTable({ prices, token }: PricesScreen, rows: readonly Row[]): Html {
  return html`<table class="compare-table">
    <thead>
      <tr>
        <td></td>
        ${prices.map(
          (price) =>
            html`<th scope="col">
              <h3>${price.own.contractorName}</h3>
              ${head(price)}
            </th>`,
        )}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        ({ label, values, differs: isDifferent }) =>
          html`<tr>
            <th scope="row">${label}${isDifferent ? differs : ''}</th>
            ${values.map((value) => html`<td>${valueOf(value)}</td>`)}
          </tr>`,
      )}
      <tr>
        <th scope="row">What you can do</th>
        ${prices.map((price) => html`<td>${buttonsOf(price, token)}</td>`)}
      </tr>
    </tbody>
  </table>`
}

/** The same look for each price: which is best is for the homeowner to say. */
function buttonsOf(price: ShownPrice, token: string): Html {
  const { own, isOpen } = price
  const page = `/manage/${token}/prices/${own.id}`
  return html`<a class="button quiet" href="${page}">See it all<span class="hidden"> of ${own.contractorName}</span></a>
    ${isOpen ? html`<a class="button" href="${page}/choose">Choose ${own.contractorName}</a>` : ''}
    ${undoForm(price, page)}`
}

/** A choice that is fresh, or that its contractor does not confirm. */
export function undoForm({ own, isUndoable, undoUntil }: ShownPrice, page: string): Html | '' {
  if (!isUndoable) return ''
  const text = undoUntil
    ? `You can undo it until ${shortDayAndTime(undoUntil)}, unless the firm confirms before.`
    : `${own.contractorName} has not confirmed. You can keep waiting, or undo your choice and choose another quote.`
  return html`<form method="post" action="${page}/undo">
    <p class="hint">${text}</p>
    <button class="quiet">Undo my choice</button>
  </form>`
}

const variationCard = (price: ShownPrice, token: string): Html =>
  html`<div class="card">
    <h2>${extraWorkName(price.own)}: ${price.own.contractorName}</h2>
    ${head(price)}
    <p>It comes on top of the price that you agreed.</p>
    <div class="actions">${buttonsOf(price, token)}</div>
  </div>`

const noneCard = (token: string): Html =>
  html`<div class="card">
    <h2>Nothing fits?</h2>
    <p>Tell the firms why, so that nobody waits for you. They can still send you another price.</p>
    <a class="button quiet" href="/manage/${token}/nothing-fits">None of these prices…</a>
  </div>`
