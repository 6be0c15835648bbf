import { areaText } from '@kerbside/schema/contractors/area-text'
import {
  mayTakeJobs,
  isUntilFurtherNotice,
  offerEmailsChoices,
  type Area,
  type Contractor,
  type OfferEmails,
  type OutsideHours,
} from '@kerbside/schema/contractors/contractor'
import { digestTime } from '@kerbside/schema/contractors/working-hours'
import { hoursText } from '@kerbside/schema/contractors/hours-text'
import { outcomeText } from '@kerbside/schema/offers/job-outcome'
import { dayAfter, londonDay, longDay, shortDayAndTime } from '@kerbside/schema/time/london-time'
import { html } from 'hono/html'
import type { Html } from '../http/plain-page.ts'
import { fact, fieldError, textField, type Rejected, type SignedPage } from '../http/signed-page.ts'
import type { FirmJob, FirmScreen } from './firm.service.ts'

/** A firm's own page: its jobs, and what it may change itself. */
export function firmPage({ firm, now, open, accepted }: FirmScreen, rejected: Rejected | null): SignedPage {
  const body = html`<div class="card">
      <p class="tag">${firm.name}</p>
      <h1>Your page</h1>
      <p>${stateText(firm, now)}</p>
    </div>
    <div class="card">
      <h2>Waiting for your answer</h2>
      ${open.length === 0 ? html`<p>Nothing at the moment.</p>` : jobList(open, openJob)}
    </div>
    <div class="card">
      <h2>Jobs you accepted</h2>
      ${accepted.length === 0 ? html`<p>None yet.</p>` : jobList(accepted, acceptedJob)}
    </div>
    ${emailsCard(firm, rejected)} ${pauseCard(firm, now, rejected)} ${capsCard(firm, rejected)}
    ${areasCard(firm, rejected)}
    <div class="card">
      <h2>What we know of you</h2>
      <dl>
        ${fact('Working hours', hoursText(firm))}
        ${firm.workingHours.length > 0 ? fact('When you are closed', whenClosed[firm.outsideHours]) : ''}
        ${fact('Insurance and papers', verificationText(firm, now))}
      </dl>
      <p class="hint">To change these, or to raise a number, reply to an email in which we offer you a job.</p>
    </div>`
  return { title: firm.name, body }
}

const whenClosed: Record<OutsideHours, string> = {
  send: 'We send you offers at any hour',
  hold: 'We send you offers once you open',
  'pass-on': 'Jobs go to other firms',
}

const isPaused = ({ pausedUntil }: Contractor, now: Date) => pausedUntil !== null && pausedUntil > now

function stateText(firm: Contractor, now: Date): string {
  if (!firm.active) return 'You get no new jobs: your firm is switched off. Reply to one of our emails to change that.'
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

const jobList = (jobs: readonly FirmJob[], row: (job: FirmJob) => Html) =>
  html`<ul class="rows">
    ${jobs.map((job) => html`<li>${row(job)}</li>`)}
  </ul>`

const jobLink = ({ path, reference, area }: FirmJob) => {
  const name = area === null ? reference : `${reference}, ${area}`
  return path === null ? html`<strong>${name}</strong>` : html`<a href="${path}"><strong>${name}</strong></a>`
}

const openJob = (job: FirmJob): Html =>
  html`<p>${jobLink(job)}</p>
    <p class="soft">Decide by ${shortDayAndTime(job.expiresAt)}</p>`

const acceptedJob = (job: FirmJob): Html =>
  html`<p>${jobLink(job)}</p>
    <p class="soft">
      Accepted ${shortDayAndTime(job.decidedAt ?? job.offeredAt)} ·
      ${job.outcome ? outcomeText(job.outcome) : job.path ? 'please tell us how it went' : 'no report'}
    </p>`

const emailsTexts: Record<OfferEmails, string> = {
  single: 'One email for each job',
  daily: 'One email a day with all jobs',
}

const digestText = ({ workingHours, outsideHours }: Contractor) => {
  if (workingHours.length === 0) return `The email of the day comes at ${digestTime}.`
  const later = outsideHours === 'send' ? '' : ', or when you open if that is later'
  return `The email of the day comes at ${digestTime} on the days on which you work${later}.`
}

function emailsCard(firm: Contractor, rejected: Rejected | null): Html {
  return html`<div class="card">
    <h2>Emails about jobs</h2>
    <form method="post">
      <fieldset>
        <legend>How would you like to hear of new jobs?</legend>
        ${fieldError('offer_emails', rejected)}
        ${offerEmailsChoices.map(
          (choice) =>
            html`<label class="choice">
              <input
                type="radio"
                name="offer_emails"
                value="${choice}"
                required
                ${firm.offerEmails === choice ? 'checked' : ''}
              />${emailsTexts[choice]}
            </label>`,
        )}
      </fieldset>
      <p class="hint">
        ${digestText(firm)} Your time to decide begins with it. Jobs that wait for it already still come in it.
      </p>
      <button class="quiet" name="change" value="emails">Save</button>
    </form>
  </div>`
}

function pauseCard(firm: Contractor, now: Date, rejected: Rejected | null): Html {
  const today = londonDay(now)
  return html`<div class="card">
    <h2>Pause</h2>
    <form method="post">
      ${textField(
        {
          name: 'until',
          label: isPaused(firm, now) ? 'Take new jobs again on another day' : 'Take no new jobs until',
          hint: 'On that day you get jobs again. What is on offer to you already stays.',
          type: 'date',
          min: dayAfter(today, 1),
        },
        rejected,
      )}
      <button class="quiet" name="change" value="pause">Pause</button>
    </form>
    ${
      isPaused(firm, now)
        ? html`<form method="post"><button name="change" value="resume">Take jobs again</button></form>`
        : ''
    }
  </div>`
}

function capsCard({ dailyCap, weeklyCap }: Contractor, rejected: Rejected | null): Html {
  const weekly = weeklyCap === null ? 'no limit' : String(weeklyCap)
  return html`<div class="card">
    <h2>How many jobs we offer you</h2>
    <dl class="facts">${fact('A day at most', String(dailyCap))} ${fact('A week at most', weekly)}</dl>
    <details ${rejected?.errors['daily_cap'] || rejected?.errors['weekly_cap'] ? 'open' : ''}>
      <summary>Lower these numbers</summary>
      <form method="post">
        ${textField({ name: 'daily_cap', label: 'A day at most', inputMode: 'numeric' }, rejected)}
        ${textField({ name: 'weekly_cap', label: 'A week at most', inputMode: 'numeric' }, rejected)}
        <p class="hint">An empty field stays as it is.</p>
        <button class="quiet" name="change" value="caps">Lower</button>
      </form>
    </details>
  </div>`
}

const list = (areas: readonly Area[]) => areas.map(areaText).join(', ')

function areasCard({ areas, areaRequest }: Contractor, rejected: Rejected | null): Html {
  const pending = areaRequest && !areaRequest.refusedAt ? areaRequest : null
  const error = rejected?.errors['areas']
  return html`<div class="card">
    <h2>Where you work</h2>
    <p>${list(areas)}</p>
    ${
      pending
        ? html`<p class="done" role="status">
            You asked for: ${list(pending.areas)} (${shortDayAndTime(pending.at)}). We will look at it.
          </p>`
        : ''
    }
    ${
      areaRequest?.refusedAt
        ? html`<p>
            We could not give you what you asked for on ${shortDayAndTime(areaRequest.at)}: ${list(areaRequest.areas)}.
          </p>`
        : ''
    }
    <details ${error ? 'open' : ''}>
      <summary>Ask for other areas</summary>
      <form method="post">
        <label for="areas">All areas that you want, with commas between them</label>
        <p class="hint" id="areas-hint">
          Like SW1A, SW, D02, County Cork, UK or Ireland. They change once we have confirmed them.
        </p>
        ${fieldError('areas', rejected)}
        <textarea
          class="text"
          id="areas"
          name="areas"
          rows="4"
          aria-describedby="areas-hint${error ? ' areas-error' : ''}"
          ${error ? html`aria-invalid="true"` : ''}
        >
${rejected?.fields['areas'] ?? list(pending?.areas ?? areas)}</textarea>
        <button class="quiet" name="change" value="areas">Ask for these areas</button>
      </form>
    </details>
  </div>`
}
