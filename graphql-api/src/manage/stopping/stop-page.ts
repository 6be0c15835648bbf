import { isOpenToFirms, type Lead } from '@kerbside/schema/leads/lead'
import { stopUndoableUntil } from '@kerbside/schema/manage/undo-stop'
import { firmsWithDetails } from '@kerbside/schema/offers/offer'
import { shortDayAndTime } from '@kerbside/schema/time/london-time'
import { countOf } from '@kerbside/schema/text'
import { html } from 'hono/html'
import type { Html } from '../../http/plain-page.ts'
import type { SignedPage } from '../../http/signed-page.ts'

/** 'Stone & Sons and Pave & Co' */
export const names = new Intl.ListFormat('en-GB', { type: 'conjunction' })
const holdersOf = ({ offers }: Lead) => firmsWithDetails(offers).map(({ contractorName }) => contractorName)

const afterUndo = 'You can undo it for a minute.'

/** Asks once. Null when there is nothing to ask any more. */
export function askEnough(lead: Lead, token: string): SignedPage | null {
  if (!isOpenToFirms(lead)) return null
  return ask(lead, token, {
    button: 'enough',
    title: 'Enough quotes?',
    effects: [
      'No further firm is asked, and what is still on offer is withdrawn.',
      ...(holdersOf(lead).length > 0 ? ['Firms that have your details keep them, and may still quote.'] : []),
      afterUndo,
    ],
    yes: 'Enough quotes',
  })
}

export function askStop(lead: Lead, token: string): SignedPage | null {
  if (lead.sharingStoppedAt) return null
  const holders = holdersOf(lead)
  return ask(lead, token, {
    button: 'stop',
    title: 'Stop sharing my details?',
    effects: [
      'No further firm is asked, and what is still on offer is withdrawn.',
      ...(holders.length > 0 ? [`We ask ${names.format(holders)} to make no further contact.`] : []),
      'You get no quotes or questions from us any more.',
      afterUndo,
    ],
    yes: 'Stop sharing my details',
  })
}

type Question = { button: string; title: string; effects: readonly string[]; yes: string }

function ask({ reference }: Lead, token: string, { button, title, effects, yes }: Question): SignedPage {
  const body = html`<div class="card">
    <p class="tag">${reference}</p>
    <h1>${title}</h1>
    <ul>
      ${effects.map((effect) => html`<li>${effect}</li>`)}
    </ul>
    <form method="post" action="/manage/${token}/${button}"><button>${yes}</button></form>
    <p class="other"><a href="/manage/${token}">No, go back</a></p>
  </div>`
  return { title, body }
}

/** On top of the page, for as long as the last stop can be undone. */
export function undoNotice(lead: Lead, token: string, now: Date): Html | '' {
  const until = stopUndoableUntil(lead, now)
  if (!until) return ''
  const what = lead.sharingStoppedAt ? 'You stopped sharing your details.' : 'You have enough quotes.'
  const seconds = Math.ceil((until.getTime() - now.getTime()) / 1_000)
  return html`<div class="done undo" role="status">
    <p>${what} You can undo it for ${countOf(seconds, 'second')} more; until then nothing goes to a firm.</p>
    <form method="post" action="/manage/${token}/undo"><button class="quiet">Undo</button></form>
  </div>`
}

/** The ways to stop that are left; each says first what it does. */
export function stopChoices(lead: Lead, token: string, now: Date): Html {
  const { enoughQuotesAt, sharingStoppedAt } = lead
  return html`${sharingStoppedAt ? stopped(sharingStoppedAt, holdersOf(lead), Boolean(stopUndoableUntil(lead, now))) : ''}
    ${
      enoughQuotesAt && !sharingStoppedAt
        ? html`<p>
            You pressed <em>Enough quotes</em> on ${shortDayAndTime(enoughQuotesAt)}. What was still on offer is
            withdrawn, and no further firm is asked.
          </p>`
        : ''
    }
    ${isOpenToFirms(lead) ? html`<p><a class="button quiet" href="/manage/${token}/enough">Enough quotes…</a></p>` : ''}
    ${sharingStoppedAt ? '' : html`<p><a class="button quiet" href="/manage/${token}/stop">Stop sharing my details…</a></p>`}
    <p><a class="button quiet" href="/manage/${token}/erase">Erase my details…</a></p>
    <p class="soft">Each says first what it does, and asks once more.</p>`
}

const stopped = (at: Date, holders: readonly string[], isUndoable: boolean): Html =>
  html`<p>
    You pressed <em>Stop sharing my details</em> on ${shortDayAndTime(at)}. No further firm is asked, and we send you no
    quotes or questions any more.
    ${holders.length > 0 ? `${isUndoable ? 'In a minute we ask' : 'We have asked'} ${names.format(holders)} to make no further contact.` : ''}
  </p>`
