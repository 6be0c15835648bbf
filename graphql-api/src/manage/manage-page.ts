import { emailLink, formatPhone, phoneLink } from '@kerbside/schema/contact'
import { jobName } from '@kerbside/schema/emails/email-texts'
import { isOpenToFirms, quotesOf, type Lead } from '@kerbside/schema/leads/lead'
import { formatAmount } from '@kerbside/schema/amount'
import { chosenEstimate, latestEstimates, type LeadEstimate } from '@kerbside/schema/estimates/estimate'
import { longDay, shortDayAndTime, startOfLondonDay } from '@kerbside/schema/time/london-time'
import { complaintDueAt } from '@kerbside/schema/manage/complaint'
import { isByStaff } from '@kerbside/schema/photos/photo'
import { capitalised, countOf } from '@kerbside/schema/text'
import { html } from 'hono/html'
import type { Html } from '../http/plain-page.ts'
import { answerItem, fact, type SignedPage } from '../http/signed-page.ts'
import { photoGallery } from '../photos/photo-gallery.ts'
import type { Holder, OwnRequest } from './manage.service.ts'

/** Everything about one request that its homeowner may see, and what they can do about it. */
export function managePage(own: OwnRequest, token: string): SignedPage {
  const { lead, holders, silent } = own
  const body = html`<div class="card">
      <p class="tag">${lead.reference}</p>
      <h1>Your request</h1>
      <p>${statusOf(own)}</p>
      ${pricesButton(lead, token)}
      <ol class="timeline">
        ${timelineOf(lead).map(
          ({ at, text }) =>
            html`<li>
              ${text}
              <span class="soft">${shortDayAndTime(at)}</span>
            </li>`,
        )}
      </ol>
    </div>
    <div class="card">
      <h2>Who has your details</h2>
      ${holders.length === 0 ? html`<p>No firm has your name or contact details.</p>` : holders.map(holderItem)}
      ${holders.length > 0 ? html`<p class="other"><a href="/manage/${token}/rate">Rate ${holders.length === 1 ? 'this firm' : 'these firms'}</a></p>` : ''}
      ${silent.map(
        ({ contractorName }) =>
          html`<p>
            ${contractorName} has sent no price.
            <a href="/manage/${token}/other-firm">Give their place to another firm</a>
          </p>`,
      )}
    </div>
    ${confirmation(lead, token)} ${choices(own, token)} ${complaints(lead, token)}
    ${photoGallery(
      lead.photos?.filter((photo) => !isByStaff(photo)),
      `/manage/${token}`,
      'Your photos',
    )}
    ${photoGallery(lead.photos?.filter(isByStaff), `/manage/${token}`, 'Photos of the drive that we added')}
    <div class="card">
      <h2>What you told us</h2>
      <dl class="answers spaced">${lead.answers.map(answerItem)}</dl>
      <p><a class="button quiet" href="/manage/${token}/answers">Correct my answers</a></p>
      <p class="other"><a href="/manage/${token}/data">See or download all that we hold about you</a></p>
    </div>`
  return { title: `Your request ${lead.reference}`, body }
}

/** 'Stone & Sons and Pave & Co' */
export const names = new Intl.ListFormat('en-GB', { type: 'conjunction' })
const firms = (count: number) => countOf(count, 'firm')

/** To the prices, once there is one. */
function pricesButton({ estimates }: Lead, token: string): Html | '' {
  const count = latestEstimates(estimates).length
  if (count === 0) return ''
  const text = `You have ${countOf(count, 'price')}: ${count === 1 ? 'look at it' : 'compare them'}`
  return html`<p><a class="button" href="/manage/${token}/prices">${text}</a></p>`
}

/** Where the request is, in plain words. */
function statusOf({ lead, holders }: OwnRequest): string {
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
  return 'We are looking for firms for you.'
}

type TimelineEntry = { at: Date; text: string }

/** What happened, oldest first. Firms that did not take the job on are counted, not named. */
function timelineOf(lead: Lead): TimelineEntry[] {
  const { createdAt, offers, corrections = [], contactedAt, enoughQuotesAt, sharingStoppedAt, estimates = [] } = lead
  const [first] = offers
  const asked = new Set(offers.map(({ contractorId }) => contractorId)).size
  const entry = (at: Date | null | undefined, text: string) => (at ? [{ at, text }] : [])
  return [
    { at: createdAt, text: `We received your ${jobName(lead)}.` },
    ...entry(first?.offeredAt, `Offered to ${firms(asked)}, without your name and contact details.`),
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
  const what = price.variationOf === null ? 'a price' : 'a price for extra work'
  const sent = { at: sentAt, text: `${contractorName} sent you ${number > 1 ? `${what} again` : what}: ${amount}.` }
  const became = {
    chosen: `You chose the price of ${contractorName}.`,
    agreed: `${contractorName} confirmed the price of ${amount}${startDay ? ` and starts on ${longDay(startOfLondonDay(startDay))}` : ''}.`,
    withdrawn: `The price of ${contractorName} was withdrawn.`,
  }
  const text = became[state as keyof typeof became]
  return text !== undefined && decidedAt ? [sent, { at: decidedAt, text }] : [sent]
}

const holderItem = ({ name, since, phone, email, rating }: Holder): Html =>
  html`<div class="holder">
    <h3>${name}</h3>
    <p class="soft">Accepted your job and has your details since ${shortDayAndTime(since)}.</p>
    ${rating && html`<p>Rated ${rating}.</p>`}
    <dl class="contact">
      ${phone && fact('Phone', html`<a href="${phoneLink(phone)}">${formatPhone(phone, 'national')}</a>`)}
      ${email && fact('Email', html`<a href="${emailLink(email)}">${email}</a>`)}
    </dl>
  </div>`

/** The buttons that are left to press; each says first what it does. */
function choices({ lead, holders }: OwnRequest, token: string): Html {
  const { enoughQuotesAt, sharingStoppedAt } = lead
  return html`<div class="card">
    <h2>What you can do</h2>
    ${sharingStoppedAt ? stopped(sharingStoppedAt, holders) : ''}
    ${
      enoughQuotesAt && !sharingStoppedAt
        ? html`<p>
            You pressed <em>Enough quotes</em> on ${shortDayAndTime(enoughQuotesAt)}. What was still on offer is
            withdrawn, and no further firm is asked.
          </p>`
        : ''
    }
    ${
      isOpenToFirms(lead)
        ? html`<h3>Enough quotes</h3>
            <p>
              What is still on offer is withdrawn, and no further firm is asked.
              ${holders.length > 0 ? 'Firms that have your details keep them, and may still quote.' : ''}
            </p>
            <form method="post" action="/manage/${token}/enough"><button class="quiet">Enough quotes</button></form>
            <hr />`
        : ''
    }
    ${
      sharingStoppedAt
        ? ''
        : html`<h3>Stop sharing my details</h3>
            <p>
              No further firm is asked, and what is still on offer is withdrawn.
              ${
                holders.length > 0
                  ? `We also ask ${holders.length === 1 ? 'the firm that has' : `the ${firms(holders.length)} that have`} your details to make no further contact.`
                  : ''
              }
              You get no quotes or questions from us any more.
            </p>
            <form method="post" action="/manage/${token}/stop">
              <button class="quiet">Stop sharing my details</button>
            </form>
            <hr />`
    }
    <h3>Erase my details</h3>
    <p>We stop sharing, delete what tells who you are, and ask the firms to do the same. You are asked once more.</p>
    <a class="button quiet" href="/manage/${token}/erase">Erase my details…</a>
  </div>`
}

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
              <button>Confirm my email</button>
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

const stopped = (at: Date, holders: readonly Holder[]): Html =>
  html`<p>
    You pressed <em>Stop sharing my details</em> on ${shortDayAndTime(at)}. No further firm is asked, and we send you no
    quotes or questions any more.
    ${
      holders.length > 0
        ? `We have asked ${names.format(holders.map(({ name }) => name))} to make no further contact.`
        : ''
    }
  </p>`
