import { areaText } from '@kerbside/schema/contractors/area-text'
import {
  offerEmailsChoices,
  type Area,
  type Contractor,
  type OfferEmails,
} from '@kerbside/schema/contractors/contractor'
import { digestTime } from '@kerbside/schema/contractors/working-hours'
import { dayAfter, londonDay, longDay, shortDayAndTime } from '@kerbside/schema/time/london-time'
import { html } from 'hono/html'
import type { Html } from '../http/plain-page.ts'
import { fact, fieldError, textField, type Rejected } from '../http/signed-page.ts'
import { isPaused, type FirmChange } from './firm.service.ts'

/** `saved`: the change that the page has just stored; its card says so. */
export type Settings = { firm: Contractor; now: Date; saved: string | undefined }

/** What a firm changes about itself, one card for each. */
export const settingsCards = (settings: Settings, rejected: Rejected | null): Html =>
  html`${emailsCard(settings, rejected)} ${pauseCard(settings, rejected)} ${capsCard(settings, rejected)}
  ${areasCard(settings, rejected)}`

/** The card of a change: a form leads back to it, with what was saved or is wrong. */
export const anchorOf = (change: string) => (change === 'resume' ? 'pause' : change === 'areas' ? 'areas-card' : change)

const savedNote = (saved: string | undefined, change: FirmChange, text: string): Html | '' =>
  saved === change ? html`<p class="done" role="status">${text}</p>` : ''

const emailsTexts: Record<OfferEmails, string> = {
  single: 'One email for each job',
  daily: 'One email a day with all jobs',
}

const digestText = ({ workingHours, outsideHours }: Contractor) => {
  if (workingHours.length === 0) return `The email of the day comes at ${digestTime}.`
  const later = outsideHours === 'send' ? '' : ', or when you open if that is later'
  return `The email of the day comes at ${digestTime} on the days on which you work${later}.`
}

function emailsCard({ firm, saved }: Settings, rejected: Rejected | null): Html {
  return html`<div class="card" id="emails">
    <h2>Emails about jobs</h2>
    ${savedNote(saved, 'emails', `Saved: ${emailsTexts[firm.offerEmails].toLowerCase()}.`)}
    <form method="post" action="#emails">
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

function pauseCard({ firm, now, saved }: Settings, rejected: Rejected | null): Html {
  const today = londonDay(now)
  const until = firm.pausedUntil ?? now
  return html`<div class="card" id="pause">
    <h2>Pause</h2>
    ${savedNote(saved, 'pause', `Saved: you get new jobs again on ${longDay(until)}.`)}
    ${savedNote(saved, 'resume', 'Saved: you take jobs again.')}
    <form method="post" action="#pause">
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
        ? html`<form method="post" action="#pause"><button name="change" value="resume">Take jobs again</button></form>`
        : ''
    }
  </div>`
}

function capsCard({ firm: { dailyCap, weeklyCap }, saved }: Settings, rejected: Rejected | null): Html {
  const weekly = weeklyCap === null ? 'no limit' : String(weeklyCap)
  return html`<div class="card" id="caps">
    <h2>How many jobs we offer you</h2>
    ${savedNote(saved, 'caps', 'Saved.')}
    <dl class="facts">${fact('A day at most', String(dailyCap))} ${fact('A week at most', weekly)}</dl>
    <details ${rejected?.errors['daily_cap'] || rejected?.errors['weekly_cap'] ? 'open' : ''}>
      <summary>Lower these numbers</summary>
      <form method="post" action="#caps">
        ${textField({ name: 'daily_cap', label: 'A day at most', inputMode: 'numeric' }, rejected)}
        ${textField({ name: 'weekly_cap', label: 'A week at most', inputMode: 'numeric' }, rejected)}
        <p class="hint">An empty field stays as it is.</p>
        <button class="quiet" name="change" value="caps">Lower</button>
      </form>
    </details>
  </div>`
}

const list = (areas: readonly Area[]) => areas.map(areaText).join(', ')

function areasCard({ firm: { areas, areaRequest }, saved }: Settings, rejected: Rejected | null): Html {
  const pending = areaRequest && !areaRequest.refusedAt ? areaRequest : null
  const error = rejected?.errors['areas']
  return html`<div class="card" id="areas-card">
    <h2>Where you work</h2>
    ${savedNote(saved, 'areas', pending ? 'Saved: our staff look at it.' : 'Saved: you keep the areas that you have.')}
    <p>${list(areas)}</p>
    ${
      pending
        ? html`<p>You asked for: ${list(pending.areas)} (${shortDayAndTime(pending.at)}). We will look at it.</p>`
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
      <form method="post" action="#areas-card">
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
