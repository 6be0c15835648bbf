import { emailLink, formatPhone, phoneLink } from '@kerbside/schema/contact'
import { jobName } from '@kerbside/schema/emails/email-texts'
import { quotesOf, type Lead } from '@kerbside/schema/leads/lead'
import { formatAmount } from '@kerbside/schema/amount'
import {
  chosenEstimate,
  extraWorkName,
  latestEstimates,
  startDayOf,
  type LeadEstimate,
} from '@kerbside/schema/estimates/estimate'
import { longDay, shortDayAndTime, startOfLondonDay } from '@kerbside/schema/time/london-time'
import { complaintDueAt } from '@kerbside/schema/manage/complaint'
import { isByStaff } from '@kerbside/schema/photos/photo'
import { mayRate, rateFrom } from '@kerbside/schema/contractors/rating'
import { capitalised, countOf, inWords } from '@kerbside/schema/text'
import { html } from 'hono/html'
import type { Html } from '../http/plain-page.ts'
import { answerItem, fact, type SignedPage } from '../http/signed-page.ts'
import { photoGallery } from '../photos/photo-gallery.ts'
import type { Holder, OwnRequest } from './manage.service.ts'
import { stages, stagesCss } from './stages.ts'
import { names, stopChoices, undoNotice } from './stopping/stop-page.ts'

/** Everything about one request that its homeowner may see, and what they can do about it, in order of what matters. */
export function managePage(own: OwnRequest, token: string): SignedPage {
  const { lead, now } = own
  const body = html`<div class="card">
      <p class="tag">${lead.reference}</p>
      <h1>Your request</h1>
      ${undoNotice(lead, token, now)}
      <p>${statusOf(own)}</p>
      ${pricesButton(lead, token)} ${stages(lead)}
    </div>
    ${holdersCard(own, token)} ${pricesCard(lead, token)}
    <div class="card">
      <h2>What you told us</h2>
      <dl class="answers spaced">${lead.answers.map(answerItem)}</dl>
      <p><a class="button quiet" href="/manage/${token}/answers">Correct my answers</a></p>
    </div>
    ${photoGallery(
      lead.photos?.filter((photo) => !isByStaff(photo)),
      `/manage/${token}`,
      'Your photos',
    )}
    ${photoGallery(lead.photos?.filter(isByStaff), `/manage/${token}`, 'Photos of the job that we added')}
    <div class="card">
      <h2>What you can do</h2>
      ${stopChoices(lead, token, now)}
    </div>
    ${confirmation(lead, token)} ${happened(lead)} ${complaints(lead, token)}
    <p class="other"><a href="/manage/${token}/data">See or download all that we hold about you</a></p>`
  return { title: `Your request ${lead.reference}`, body, style: stagesCss }
}

const happened = (lead: Lead): Html =>
  html`<details class="card">
    <summary>Everything that happened</summary>
    <ol class="timeline">
      ${timelineOf(lead).map(
        ({ at, text }) =>
          html`<li>
            ${text}
            <span class="soft">${shortDayAndTime(at)}</span>
          </li>`,
      )}
    </ol>
  </details>`

function holdersCard({ lead, holders, silent, now }: OwnRequest, token: string): Html {
  return html`<div class="card">
    <h2>Who has your details</h2>
    <p class="soft">${askedLine(lead)}</p>
    ${
      holders.length === 0
        ? html`<p>No firm has your name or contact details.</p>`
        : holders.map((holder) => holderItem(holder, rateLine(holder, { lead, token, now })))
    }
    ${silent.map(
      ({ contractorName }) =>
        html`<p>
          ${contractorName} has sent no price.
          <a href="/manage/${token}/other-firm">Give their place to another firm</a>
        </p>`,
    )}
  </div>`
}

const firmsAsked = ({ offers }: Lead) => new Set(offers.map(({ contractorId }) => contractorId)).size

/** 'Asked six firms; five at most get your details.' */
const askedLine = (lead: Lead): string =>
  `${firmsAsked(lead) === 0 ? 'No firm is asked yet' : `Asked ${firms(firmsAsked(lead))}`}; ${inWords(lead.maximumFirms)} at most ${lead.maximumFirms === 1 ? 'gets' : 'get'} your details.`

/** The way to rate a firm, with from when it can be done. */
function rateLine({ offer }: Holder, { lead, token, now }: { lead: Lead; token: string; now: Date }): Html {
  const startDay = startDayOf(lead.estimates, offer.contractorId)
  const link = html`<a href="/manage/${token}/rate">Rate this firm</a>`
  if (offer.rating) {
    const { stars, at } = offer.rating
    return html`<p>${link} <span class="soft">You gave ${countOf(stars, 'star')} on ${longDay(at)}.</span></p>`
  }
  if (mayRate(offer, startDay, now)) return html`<p>${link}</p>`
  return html`<p>${link} <span class="soft">from ${longDay(rateFrom(offer, startDay))}</span></p>`
}

/** The latest price of each firm; nothing while there is none. */
function pricesCard({ estimates }: Lead, token: string): Html | '' {
  const latest = latestEstimates(estimates)
  if (latest.length === 0) return ''
  return html`<div class="card">
    <h2>Prices</h2>
    <dl>
      ${latest.map(({ id, contractorName, total, currency }) =>
        fact(
          contractorName,
          html`<a href="/manage/${token}/prices/${id}">${formatAmount({ amount: total, currency })}</a>`,
        ),
      )}
    </dl>
  </div>`
}

const firms = (count: number) => countOf(count, 'firm')

/** To the prices, once there is one. */
function pricesButton({ estimates }: Lead, token: string): Html | '' {
  const count = latestEstimates(estimates).length
  if (count === 0) return ''
  const text = `You have ${countOf(count, 'price')}: ${count === 1 ? 'look at it' : 'compare them'}`
  return html`<p><a class="button" href="/manage/${token}/prices">${text}</a></p>`
}

/** Where the request is, in plain words. */
function statusOf({ lead, holders, joinedTo }: OwnRequest): string {
  const { status, enoughQuotesAt, sharingStoppedAt, offers, estimates } = lead
  if (sharingStoppedAt) {
    const told = holders.length > 0 ? ', and those that have your details are asked to make no further contact' : ''
    return `You have stopped sharing your details: no further firm is asked${told}.`
  }
  if (enoughQuotesAt) return 'You have enough quotes: no further firm is asked.'
  if (status === 'lost') return 'This request is closed: no further firm is asked.'
  if (status === 'converted') return `Your ${jobName(lead)} is agreed. No further firm is asked.`
  const chosen = chosenEstimate(estimates)
  if (chosen) return `You have chosen ${chosen.contractorName}, and it still has to confirm.`
  if (latestEstimates(estimates).length > 0) return 'Compare what the firms say, ask them, and choose.'
  if (status === 'quoted') return 'You have a quote.'
  if (holders.length > 0) {
    return `${capitalised(firms(holders.length))} ${holders.length === 1 ? 'has' : 'have'} taken your ${jobName(lead)} on and will get in touch.`
  }
  if (status === 'contacted') return 'We have been in touch with you.'
  const open = offers.filter(({ state }) => state === 'offered').length
  if (open > 0) return `We are waiting for ${firms(open)} to answer.`
  if (joinedTo) {
    const { reference, createdAt } = joinedTo
    return `This is the same job as ${reference}, the request you sent us on ${longDay(createdAt)}. We are offering it to contractors with that request. To follow it, use the link in our email about ${reference}.`
  }
  return 'We are looking for firms for you.'
}

type TimelineEntry = { at: Date; text: string }

/** What happened, oldest first. Firms that did not take the job on are counted, not named. */
function timelineOf(lead: Lead): TimelineEntry[] {
  const { createdAt, offers, corrections = [], contactedAt, enoughQuotesAt, sharingStoppedAt, estimates = [] } = lead
  const [first] = offers
  const entry = (at: Date | null | undefined, text: string) => (at ? [{ at, text }] : [])
  return [
    { at: createdAt, text: `We received your ${jobName(lead)}.` },
    ...entry(first?.offeredAt, `Offered to ${firms(firmsAsked(lead))}, without your name and contact details.`),
    ...offers.flatMap(({ state, decidedAt, contractorName }) =>
      state === 'accepted' ? entry(decidedAt, `${contractorName} took it on and got your details.`) : [],
    ),
    ...corrections.map(({ at, changes }) => ({
      at,
      text: `You corrected ${names.format(changes.map(({ label }) => `“${label}”`))}.`,
    })),
    ...entry(contactedAt, 'We contacted you.'),
    ...quotesOf(lead).map(({ at, quote }) => ({
      at,
      text: `We emailed you a quote of ${formatAmount(quote)}${quote.firm ? ` from ${quote.firm.name}` : ''}.`,
    })),
    ...estimates.flatMap(priceEntries),
    ...entry(enoughQuotesAt, 'You told us that no further firm should be asked.'),
    ...entry(sharingStoppedAt, 'You stopped sharing your details.'),
  ].toSorted((a, b) => a.at.getTime() - b.at.getTime())
}

/** What the homeowner may know of a price: that it came, and what became of it last. */
function priceEntries({
  contractorName,
  number,
  sentAt,
  state,
  decidedAt,
  startDay,
  ...price
}: LeadEstimate): TimelineEntry[] {
  const amount = formatAmount({ amount: price.total, currency: price.currency })
  const extra = extraWorkName(price)?.toLowerCase()
  const what = extra ? `a price for ${extra}` : 'a price'
  const sent = { at: sentAt, text: `${contractorName} sent you ${number > 1 ? `${what} again` : what}: ${amount}.` }
  const became = {
    chosen: `You chose the price of ${contractorName}.`,
    agreed: `${contractorName} confirmed the price of ${amount}${startDay ? ` and starts on ${longDay(startOfLondonDay(startDay))}` : ''}.`,
    withdrawn: `The price of ${contractorName} was withdrawn.`,
    cancelled: `The agreement with ${contractorName} about ${amount} was cancelled.`,
  }
  const text = became[state as keyof typeof became]
  return text !== undefined && decidedAt ? [sent, { at: decidedAt, text }] : [sent]
}

const holderItem = ({ name, since, phone, email, rating }: Holder, rate: Html): Html =>
  html`<div class="holder">
    <h3>${name}</h3>
    <p class="soft">Accepted your job and has your details since ${shortDayAndTime(since)}.</p>
    ${rating && html`<p>Rated ${rating}.</p>`}
    <dl class="contact">
      ${phone && fact('Phone', html`<a href="${phoneLink(phone)}">${formatPhone(phone, 'national')}</a>`)}
      ${email && fact('Email', html`<a href="${emailLink(email)}">${email}</a>`)}
    </dl>
    ${rate}
  </div>`

function confirmation({ email, emailConfirmedAt }: Lead, token: string): Html | '' {
  if (!email) return ''
  return html`<div class="card">
    <h2>Your email address</h2>
    ${
      emailConfirmedAt
        ? html`<p>You confirmed ${email} on ${shortDayAndTime(emailConfirmedAt)}.</p>`
        : html`<p>
              Confirm that our emails to ${email} reach you. We then know that we can rely on it; nothing else changes.
            </p>
            <form method="post" action="/manage/${token}/confirm-email">
              <button class="quiet">Confirm my email</button>
            </form>`
    }
  </div>`
}

const complaints = ({ complaints: sent = [] }: Lead, token: string): Html =>
  html`<div class="card">
    <h2>Something went wrong?</h2>
    ${sent.map(
      ({ at }) =>
        html`<p>We have your complaint of ${shortDayAndTime(at)}, and answer by ${longDay(complaintDueAt(at))}.</p>`,
    )}
    <p><a href="/manage/${token}/complain">${sent.length === 0 ? 'Complain' : 'Complain about something else'}</a></p>
  </div>`
