import { chosenEstimate, latestEstimates } from '@kerbside/schema/estimates/estimate'
import { isPending, quotesOf, type Lead } from '@kerbside/schema/leads/lead'
import { shortDayAndTime } from '@kerbside/schema/time/london-time'
import { html } from 'hono/html'
import type { Html } from '../http/plain-page.ts'

/** `at`: null where it was passed without a moment of its own, or not yet. */
type Stage = { name: string; at: Date | null; isPassed: boolean }

const earliest = (times: readonly (Date | null | undefined)[]): Date | null =>
  times.filter((at) => at instanceof Date).toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null

/** The way of a request from its arrival to an agreement. A stage is passed if it, or one after it, has its time. */
function stagesOf(lead: Lead): Stage[] {
  const { createdAt, offers, estimates = [], statusHistory, status } = lead
  const moved = (to: string) => statusHistory.findLast((move) => move.to === to)?.at
  const chosen = chosenEstimate(estimates)
  const isAgreed = status === 'converted' || chosen?.state === 'agreed'
  const times: [string, Date | null][] = [
    ['We have your request', createdAt],
    ['Firms asked', earliest(offers.map(({ offeredAt }) => offeredAt))],
    [
      'A firm takes it on',
      earliest(offers.flatMap(({ state, decidedAt }) => (['accepted', 'released'].includes(state) ? [decidedAt] : []))),
    ],
    ['Prices', earliest([...estimates.map(({ sentAt }) => sentAt), ...quotesOf(lead).map(({ at }) => at)])],
    ['Agreed', isAgreed ? (chosen?.decidedAt ?? moved('converted') ?? lead.updatedAt) : null],
  ]
  const last = times.findLastIndex(([, at]) => at !== null)
  return times.map(([name, at], index) => ({ name, at, isPassed: index <= last }))
}

/** Where the request is, as a drawn line. The stage that comes next is marked as long as anything still comes. */
export function stages(lead: Lead): Html {
  const all = stagesOf(lead)
  const goesOn =
    !lead.sharingStoppedAt &&
    isPending(lead.status) &&
    // After enough quotes there is nothing to come unless a firm has the details.
    (!lead.enoughQuotesAt || latestEstimates(lead.estimates).length > 0 || all[2]?.isPassed === true)
  const next = goesOn ? all.findIndex(({ isPassed }) => !isPassed) : -1
  return html`<ol class="stages" aria-label="Where your request is">
    ${all.map(({ name, at, isPassed }, index) => {
      const state = isPassed ? 'passed' : index === next ? 'next' : ''
      return html`<li class="${state}" ${index === next ? html`aria-current="step"` : ''}>
        <strong>${name}</strong>
        <span class="soft"
          >${at ? shortDayAndTime(at) : isPassed ? 'Done' : index === next ? 'Comes next' : 'Not yet'}</span
        >
      </li>`
    })}
  </ol>`
}

/** The style of the page that they stand on. */
export const stagesCss = `
.undo{margin:0 0 16px}
.holder dl+p{margin:12px 0 0}
.stages{margin:20px 0 0;padding:0;list-style:none}
.stages li{position:relative;margin:0;padding:0 0 16px 32px}
.stages li:last-child{padding-bottom:0}
.stages li::before{content:"";position:absolute;left:0;top:3px;width:14px;height:14px;border:3px solid var(--line);border-radius:50%;background:#fff}
.stages li::after{content:"";position:absolute;left:8.5px;top:26px;bottom:0;border-left:3px solid var(--line)}
.stages li:last-child::after{display:none}
.stages .passed::before{border-color:var(--deep);background:var(--deep)}
.stages .passed::after,.stages .next::before{border-color:var(--deep)}
.stages li:not(.passed,.next) strong{color:var(--soft);font-weight:400}
.stages .soft{display:block;font-size:14px}
@media(min-width:640px){.stages{display:grid;grid-template-columns:repeat(5,1fr);gap:8px}.stages li{padding:30px 4px 0 0;line-height:1.3}.stages li::after{left:26px;right:-4px;top:11px;bottom:auto;border-left:0;border-top:3px solid var(--line)}.stages .passed::after{border-color:var(--deep)}}
`
