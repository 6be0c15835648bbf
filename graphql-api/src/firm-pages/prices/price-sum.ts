import { formatAmount, type Currency } from '@kerbside/schema/amount'
import type { TypedTotals } from '@kerbside/schema/estimates/estimate-fields'
import { depositNote, isHighDeposit, rateText } from '@kerbside/schema/estimates/estimate-money'
import type { EstimateTotals } from '@kerbside/schema/estimates/estimate-money'
import { html } from 'hono/html'
import type { Html } from '../../http/plain-page.ts'

/** The sums of a price: what the homeowner pays is the largest number of the page. */
export function sums({ total, net, provisional, rates }: EstimateTotals, currency: Currency): Html {
  const money = (amount: number) => formatAmount({ amount, currency })
  return html`<p class="total">${money(total)}</p>
    <table class="sums">
      <tbody>
        <tr>
          <th scope="row">Without VAT</th>
          <td>${money(net)}</td>
        </tr>
        ${rates.map(
          (rate) =>
            html`<tr>
              <th scope="row">VAT ${rateText(rate.rate)} of ${money(rate.net)}</th>
              <td>${money(rate.vat)}</td>
            </tr>`,
        )}
        ${
          provisional > 0
            ? html`<tr class="provisional">
                <th scope="row">Of the whole, provisional sums</th>
                <td>${money(provisional)}</td>
              </tr>`
            : ''
        }
      </tbody>
    </table>`
}

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

const unreadText = (lines: number) =>
  lines === 1
    ? 'One line is not counted yet: something is missing.'
    : `${lines} lines are not counted yet: something is missing.`
