import { directionsLink, emailLink, formatPhone, messageLinks, phoneLink } from '@kerbside/schema/contact'
import { durationText } from '@kerbside/schema/promise/measured-figures'
import { dayAfter, daysAgo, londonDay, shortDayAndTime } from '@kerbside/schema/time/london-time'
import { columnOf } from '@kerbside/schema/quotes/columns'
import { offerDeclineReasons, offerDeclineTexts } from '@kerbside/schema/offers/offer'
import { capitalised, countOf, inWords } from '@kerbside/schema/text'
import { html } from 'hono/html'
import type { Html } from '../http/plain-page.ts'
import { answerItem, fact, messagePage, type SignedPage } from '../http/signed-page.ts'
import { photoGallery } from '../photos/photo-gallery.ts'
import type { HomeownerContact, OfferScreen } from './offers.service.ts'

/** The two links of an offer. */
export type Decision = 'accept' | 'decline'

export function offerPage(screen: OfferScreen, decision: Decision, token: string): SignedPage {
  switch (screen.kind) {
    case 'open':
      return decision === 'accept' ? openToAccept(screen, token) : openToDecline(screen, token)
    case 'accepted':
      return acceptedPage(screen, `/offers/${token}`)
    case 'stopped':
      return messagePage(screen.reference, 'Please make no further contact', [
        'The homeowner has stopped sharing their details. Please do not contact them about this job any more, and delete what you have of them unless the law makes you keep it.',
      ])
    case 'released':
      return messagePage(screen.reference, 'This job went to another firm', [
        'You accepted it, and the homeowner got no price from you, so they have given your place to another firm. Please make no further contact, and delete what you have of their details unless the law makes you keep it.',
      ])
    case 'declined':
      return declinedPage(screen, token)
    case 'withdrawn':
      return messagePage(screen.reference, 'This job is no longer available', [
        'It is no longer on offer, for instance because the homeowner has enough quotes. Nothing was sent to the homeowner, and there is nothing left for you to do.',
      ])
    case 'taken':
      return messagePage(
        screen.reference,
        `${capitalised(countOf(screen.firms, 'firm'))} ${screen.firms === 1 ? 'was' : 'were'} quicker`,
        [
          `This job goes to ${countOf(screen.firms, 'firm')} at most, and all places are taken. Nothing was sent to the homeowner.`,
        ],
      )
  }
}

type Open = Extract<OfferScreen, { kind: 'open' }>
type Declined = Extract<OfferScreen, { kind: 'declined' }>
type Accepted = Extract<OfferScreen, { kind: 'accepted' }>

function openToAccept(screen: Open, token: string): SignedPage {
  const body = html`${jobCard(screen, 'Would you like this job?')}
    <div class="card">
      <h2>If you accept</h2>
      <p>You get the homeowner’s name, phone number and email at once, and we tell them your firm’s name.</p>
      <form method="post">
        <button>Accept this job</button>
      </form>
      <p class="other"><a href="/offers/${token}/decline">No thanks, decline it</a></p>
    </div>`
  return { title: `Job ${screen.reference}`, body }
}

function openToDecline(screen: Open, token: string): SignedPage {
  const body = html`<div class="card">
      <p class="tag">${screen.reference}</p>
      <h1>Decline this job?</h1>
      <p>It goes to the next firm. Saying no costs you nothing, and you can take it back for a minute.</p>
      <h2>Why not? One press is enough</h2>
      <form method="post" class="choices">
        ${offerDeclineReasons.map(
          (reason) => html`<button class="quiet" name="reason" value="${reason}">${offerDeclineTexts[reason]}</button>`,
        )}
        <button class="quiet">Decline without a reason</button>
      </form>
      <p class="other"><a href="/offers/${token}/accept">Look at it again</a></p>
    </div>
    ${jobCard(screen, 'What it is about', 2)}`
  return { title: `Decline job ${screen.reference}`, body }
}

function declinedPage({ reference, decidedAt, because, canUndo }: Declined, token: string): SignedPage {
  const said = `You said no to it${on(decidedAt)}${because ? `: ${offerDeclineTexts[because].toLowerCase()}` : ''}.`
  if (!canUndo) {
    return messagePage(reference, 'You declined this job', [
      `${said} It has gone to another firm, and there is nothing left to do.`,
    ])
  }
  const body = html`<div class="card">
    <p class="tag tag-slate">${reference}</p>
    <h1>You declined this job</h1>
    <p class="done" role="status">${said}</p>
    <p>It goes to another firm in a minute. Until then you can take your no back.</p>
    <form method="post" action="/offers/${token}/undo"><button class="quiet">Undo</button></form>
  </div>`
  return { title: 'You declined this job', body }
}

function jobCard({ reference, job, photos, area, firms, expiresAt }: Open, title: string, level: 1 | 2 = 1): Html {
  return html`<div class="card">
    ${level === 1 ? html`<p class="tag">New job · ${reference}</p>` : ''}
    ${level === 1 ? html`<h1>${title}</h1>` : html`<h2>${title}</h2>`}
    <dl class="facts">
      ${fact('Area', area ?? 'Not given')}${fact('Reference', reference)}${fact(
        'Goes to',
        `${capitalised(countOf(firms, 'firm'))} at most`,
      )}${fact('Decide by', shortDayAndTime(expiresAt))}
    </dl>
    <hr />
    <dl class="answers">${job.map(answerItem)}</dl>
    ${photos > 0 ? html`<p class="hint">With ${countOf(photos, 'photo')} of the job, which whoever accepts sees.</p>` : ''}
  </div>`
}

/** What the page of an accepted job has beside the details: `first` above the photos, `below` under the job. */
type More = { first?: Html | ''; below?: Html | ''; visitDay?: string | null }

/** `page`: the address under which the firm may open the photos and the entry of its calendar. */
export function acceptedPage(screen: Accepted, page: string, { first, below, visitDay = null }: More = {}): SignedPage {
  const { reference, decidedAt, contact, otherFirms, ownPage, now } = screen
  if (!contact) {
    return messagePage(reference, 'You accepted this job', [
      `You accepted it${on(decidedAt)}. This link shows no contact details any more; they are in the email we sent you then.`,
    ])
  }
  const body = html`<div class="card contact">
      <p class="tag">Yours · ${reference}</p>
      <h1>You have the details${otherFirms > 0 ? `; up to ${othersText(otherFirms)} may too` : ''}</h1>
      <p>${timeText(screen)}</p>
      <dl>
        ${fact('Name', contact.fullName)}
        ${contact.mobile && fact('Phone', html`<a href="${phoneLink(contact.mobile)}">${formatPhone(contact.mobile, 'national')}</a>`)}
        ${contact.email && fact('Email', html`<a href="${emailLink(contact.email)}">${contact.email}</a>`)}
        ${contact.postcode && fact('Postcode', contact.postcode)}
      </dl>
      ${waysToReach(contact)}
    </div>
    ${first}${photoGallery(contact.photos, page, 'Photos of the job')}
    <div class="card">
      <h2>The job</h2>
      <dl class="answers">${jobOnly(contact).map(answerItem)}</dl>
    </div>
    ${visitForm(page, visitDay ?? dayAfter(londonDay(now), 1))}${below}
    <p class="other"><a href="${ownPage}">All your jobs</a></p>
    <p class="soft">Use these details to quote for this job, and for nothing else.</p>`
  return { title: `Job ${reference}`, body }
}

const othersText = (firms: number) => `${inWords(firms)} other${firms === 1 ? '' : 's'}`

/** The time that is left, or how long ago it was: a promise that is over is not asked for. */
function timeText({ answerBy, decidedAt, now }: Accepted): string {
  if (answerBy === null) {
    return `You accepted this job${decidedAt ? ` ${daysAgo(decidedAt, now)},` : ''}${on(decidedAt)}.`
  }
  const left = durationText(Math.floor((answerBy.getTime() - now.getTime()) / 60_000))
  return `Please get in touch by ${shortDayAndTime(answerBy)} (${left} left): that is what we promise homeowners.`
}

/** One press puts the visit into the calendar of phone or computer. */
const visitForm = (page: string, day: string): Html =>
  html`<div class="card">
    <h2>A visit</h2>
    <form action="${page}/visit.ics">
      <label for="at">When do you look at the job?</label>
      <input class="text" id="at" name="at" type="datetime-local" required value="${day}T09:00" />
      <button class="quiet">Add to calendar</button>
    </form>
  </div>`

/** One tap each: the links name nothing but the number and the postcode, and tell nobody where they were pressed. */
function waysToReach({ mobile, postcode }: HomeownerContact): Html {
  const messages = mobile ? messageLinks(mobile) : null
  return html`<div class="ways">
    ${mobile && html`<a class="button" href="${phoneLink(mobile)}">Call</a>`}
    ${
      messages &&
      html`<a class="button quiet" href="${messages.text}">Text</a>
        <a class="button quiet" href="${messages.whatsApp}" rel="noreferrer">WhatsApp</a>`
    }
    ${postcode && html`<a class="button quiet" href="${directionsLink(postcode)}" rel="noreferrer">Directions</a>`}
  </div>`
}

const above: readonly (string | null)[] = ['firstName', 'lastName', 'email', 'mobile', 'postcode']
const jobOnly = ({ answers }: HomeownerContact) => answers.filter(({ name }) => !above.includes(columnOf(name)))

const on = (at: Date | null) => (at === null ? '' : ` on ${shortDayAndTime(at)}`)
