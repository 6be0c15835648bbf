import {
  isUntilFurtherNotice,
  mayTakeJobs,
  type Contractor,
  type OutsideHours,
} from '@kerbside/schema/contractors/contractor'
import { hoursText } from '@kerbside/schema/contractors/hours-text'
import { durationText } from '@kerbside/schema/promise/measured-figures'
import { longDay } from '@kerbside/schema/time/london-time'
import { html } from 'hono/html'
import type { Html } from '../http/plain-page.ts'
import { fact, type Rejected, type SignedPage } from '../http/signed-page.ts'
import type { FirmJob } from './firm-jobs.ts'
import type { FirmNumbers } from './firm-numbers.ts'
import { isPaused, type FirmScreen } from './firm.service.ts'
import { settingsCards } from './firm-settings.ts'

/** A firm's own page: its jobs, what it is good at, and what it may change itself. */
export function firmPage(
  { firm, now, jobs, numbers }: FirmScreen,
  rejected: Rejected | null,
  saved?: string,
): SignedPage {
  const of = (group: FirmJob['group']) => jobs.filter((job) => job.group === group)
  const [own, theirs, over] = [of('firm'), of('homeowner'), of('over')]
  const body = html`<div class="card">
      <p class="tag">${firm.name}</p>
      <h1>Your jobs</h1>
      <p>${stateText(firm, now)}</p>
      ${numbersList(numbers)}
    </div>
    <div class="card">
      <h2>Waiting for you</h2>
      ${own.length === 0 ? html`<p>Nothing at the moment.</p>` : jobList(own)}
    </div>
    ${
      theirs.length === 0
        ? ''
        : html`<div class="card">
            <h2>Waiting for the homeowner</h2>
            ${jobList(theirs)}
          </div>`
    }
    ${
      over.length === 0
        ? ''
        : html`<div class="card">
            <h2>Decided</h2>
            ${jobList(over.slice(0, shown))}
            ${
              over.length > shown
                ? html`<details>
                    <summary>${over.length - shown} earlier</summary>
                    ${jobList(over.slice(shown))}
                  </details>`
                : ''
            }
          </div>`
    }
    ${settingsCards({ firm, now, saved }, rejected)}
    <div class="card">
      <h2>What we know of you</h2>
      <dl>
        ${fact('Working hours', hoursText(firm))}
        ${firm.workingHours.length > 0 ? fact('When you are closed', whenClosed[firm.outsideHours]) : ''}
        ${fact('Insurance and papers', verificationText(firm, now))}
      </dl>
      <p class="hint">To change these, or to raise a number, reply to an email in which we offer you a job.</p>
    </div>`
  return { title: firm.name, body, style }
}

/** Decided jobs that are not folded away. */
const shown = 5

/** The link of a job covers its whole row, so that a thumb finds it. */
const style = `
.job{position:relative}
.job h3{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 12px}
.job a::after{content:"";position:absolute;inset:-12px -8px;border-radius:8px}
.job .tag{margin:6px 0 0}
.job .next{margin-top:6px;font-weight:600}
.place{font-weight:400;color:var(--soft)}
`

const whenClosed: Record<OutsideHours, string> = {
  send: 'We send you offers at any hour',
  hold: 'We send you offers once you open',
  'pass-on': 'Jobs go to other firms',
}

function stateText(firm: Contractor, now: Date): string {
  if (!mayTakeJobs(firm, now)) {
    return `You get no new jobs until we have checked your insurance and papers${firm.verifiedUntil === null ? '' : ' again'}.`
  }
  if (firm.pausedUntil && isUntilFurtherNotice(firm.pausedUntil))
    return 'You have stopped offers: you get no new jobs until you take jobs again below.'
  if (isPaused(firm, now)) return `You are paused and get new jobs again on ${longDay(firm.pausedUntil ?? now)}.`
  return 'You get new jobs in your areas.'
}

function verificationText({ verifiedUntil }: Contractor, now: Date): string {
  if (verifiedUntil === null) return 'Not checked yet'
  return `${verifiedUntil <= now ? 'The check ran out on' : 'Checked; good until'} ${longDay(verifiedUntil)}`
}

function numbersList({ answerMinutes, medianMinutes, won }: FirmNumbers): Html {
  const own = answerMinutes === null ? 'No answer yet' : durationText(answerMinutes)
  const all = medianMinutes === null ? '' : ` (half of all firms: ${durationText(medianMinutes)})`
  return html`<dl class="facts">
      ${fact('You answer within', html`${own}<span class="place">${all}</span>`)} ${fact('Jobs won', String(won))}
    </dl>
    <p class="hint">Of the last 90 days. Half of your answers are quicker.</p>`
}

const jobList = (jobs: readonly FirmJob[]): Html =>
  html`<ul class="rows">
    ${jobs.map((job) => html`<li class="job">${jobRow(job)}</li>`)}
  </ul>`

const jobRow = ({ who, place, job, stage, next, waits, path, group }: FirmJob): Html =>
  html`<h3>
      ${path === null ? html`<span>${who}</span>` : html`<a href="${path}">${who}</a>`}
      ${place === null ? '' : html`<span class="place">${place}</span>`}
    </h3>
    <p>${job}</p>
    <p class="tag ${group === 'firm' ? '' : 'tag-slate'}">${stage}</p>
    ${next === null ? '' : html`<p class="next">${next}</p>`}
    ${waits === null ? '' : html`<p class="soft">${waits}</p>`}`
