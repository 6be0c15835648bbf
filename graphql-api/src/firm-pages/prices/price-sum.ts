import { formatAmount, type Currency } from '@kerbside/schema/amount'
import { unreadText, type TypedTotals } from '@kerbside/schema/estimates/estimate-fields'
import { depositNote, isHighDeposit, sumRows } from '@kerbside/schema/estimates/estimate-money'
import type { EstimateTotals } from '@kerbside/schema/estimates/estimate-money'
import { html } from 'hono/html'
import type { Html } from '../../http/plain-page.ts'

/** The sums of a price: what the homeowner pays is the largest number of the page. */
export const sums = (totals: EstimateTotals, currency: Currency): Html =>
  html`<p class="total">${formatAmount({ amount: totals.total, currency })}</p>
    <table class="sums">
      <tbody>
        ${sumRows(totals, currency).map(
          ({ label, value, isProvisional }) =>
            html`<tr class="${isProvisional ? 'provisional' : ''}">
              <th scope="row">${label}</th>
              <td>${value}</td>
            </tr>`,
        )}
      </tbody>
    </table>`

/** The sums of what is typed so far. The page's script draws the same anew at each change. */
export function typedSumCard(totals: TypedTotals, currency: Currency): Html {
  return html`<section class="card sum" aria-labelledby="sum-title">
    <h2 id="sum-title">The homeowner pays</h2>
    <div id="sums" aria-live="polite">
      ${sums(totals, currency)} ${totals.unread > 0 ? html`<p class="hint">${unreadText(totals.unread)}</p>` : ''}
    </div>
    <p class="warning" id="deposit-warning" ${isHighDeposit(totals.deposit, totals.total) ? '' : html`hidden`}>
      ${depositNote.text} Source: ${depositNote.source}. This is no advice.
    </p>
    <button class="quiet" name="do" value="sum" data-do="sum">Work out the sum</button>
  </section>`
}
