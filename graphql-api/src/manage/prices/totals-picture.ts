import { html } from 'hono/html'
import type { Html } from '../../http/plain-page.ts'
import { money } from './price-words.ts'
import type { ShownPrice } from './prices.service.ts'

/**
 * The totals as bars from zero, with the part that is not certain hatched. Each bar has its numbers beside it as text, so
 * the picture itself is hidden from screen readers.
 */
export function totalsPicture(prices: readonly ShownPrice[]): Html {
  const most = Math.max(...prices.map(({ content }) => content.totals.total))
  const hasProvisional = prices.some(({ content }) => content.totals.provisional > 0)
  return html`<div class="card">
    <h2>The totals side by side</h2>
    <svg width="0" height="0" aria-hidden="true" focusable="false">
      <defs>
        <pattern id="hatch" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect class="hatch-back" width="8" height="8" />
          <path class="hatch" d="M1.5 0V8" />
        </pattern>
      </defs>
    </svg>
    <ul class="bars">
      ${prices.map((price) => bar(price, most))}
    </ul>
    <p class="hint">
      All with VAT; each bar begins at zero. ${hasProvisional ? 'Hatched: provisional, so it may still change.' : ''}
      The cheapest is not always the best: look at what is included.
    </p>
  </div>`
}

/** In percent of the longest bar, with one decimal. */
const share = (amount: number, most: number) => `${Math.round((amount * 1_000) / most) / 10}%`

function bar({ own, content: { totals } }: ShownPrice, most: number): Html {
  const { total, provisional } = totals
  const part = provisional > 0 ? `, of which ${money(own, provisional)} is provisional` : ''
  return html`<li>
    <span><strong>${own.contractorName}</strong>: ${money(own, total)}${part}</span>
    <svg width="100%" height="26" aria-hidden="true" focusable="false">
      <rect class="sure" width="${share(total, most)}" height="26" />
      ${
        provisional > 0
          ? html`<rect
              x="${share(total - provisional, most)}"
              width="${share(provisional, most)}"
              height="26"
              fill="url(#hatch)"
            />`
          : ''
      }
    </svg>
  </li>`
}
