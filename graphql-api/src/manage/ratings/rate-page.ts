import type { Lead } from '@kerbside/schema/leads/lead'
import { startDayOf } from '@kerbside/schema/estimates/estimate'
import { firmsWithDetails, type Offer } from '@kerbside/schema/offers/offer'
import { longDay } from '@kerbside/schema/time/london-time'
import { mayRate, rateFrom, ratingLimits } from '@kerbside/schema/contractors/rating'
import { html } from 'hono/html'
import type { Html } from '../../http/plain-page.ts'
import { textArea, type Rejected, type SignedPage } from '../../http/signed-page.ts'

type Shown = { token: string; now: Date; rejected: Rejected | null }

/** A form for each firm that has had the details for long enough. */
export function ratePage({ reference, offers, estimates }: Lead, { token, now, rejected }: Shown): SignedPage {
  const holders = firmsWithDetails(offers)
  const body = html`<div class="card">
      <p class="tag">${reference}</p>
      <h1>Rate the firms</h1>
      <p>
        How did it go? Our staff read what you write. The firm and other homeowners do not: they see only the average of
        a firm, once ten homeowners have rated it. You can change your rating at any time.
      </p>
      ${rejected?.errors['firm']?.[0] && html`<p class="error" role="alert">${rejected.errors['firm'][0]}</p>`}
      ${holders.length === 0 ? html`<p>No firm has your details, so there is nothing to rate.</p>` : ''}
      <p class="other"><a href="/manage/${token}">Back to my request</a></p>
    </div>
    ${holders.map((offer) => {
      const startDay = startDayOf(estimates, offer.contractorId)
      return mayRate(offer, startDay, now) ? ratingForm(offer, rejected) : notYet(offer, startDay)
    })}`
  return { title: `Rate the firms of ${reference}`, body }
}

const notYet = (offer: Offer, startDay: string | null): Html =>
  html`<div class="card">
    <h2>${offer.contractorName}</h2>
    <p>You can rate this firm from ${longDay(rateFrom(offer, startDay))}.</p>
  </div>`

const meanings = ['Very poor', 'Poor', 'Fair', 'Good', 'Very good']

function ratingForm({ contractorId, contractorName, rating }: Offer, rejected: Rejected | null): Html {
  const own = rejected?.fields['firm'] === contractorId ? rejected : null
  const stars = own?.fields['stars'] ?? String(rating?.stars ?? '')
  const error = own?.errors['stars']?.[0]
  const ownWords = {
    name: 'text',
    label: html`In a few words <span class="soft">(optional)</span>`,
    rows: 4,
    maxLength: ratingLimits.characters,
    id: `text-${contractorId}`,
    isOptional: true,
    value: rating?.text ?? '',
  }
  return html`<div class="card">
    <h2>${contractorName}</h2>
    ${rating ? html`<p class="done">You gave ${starsText(rating.stars)} on ${longDay(rating.at)}.</p>` : ''}
    <form method="post">
      <input type="hidden" name="firm" value="${contractorId}" />
      <fieldset ${error ? html`aria-describedby="stars-${contractorId}-error"` : ''}>
        <legend>Stars for ${contractorName}</legend>
        ${error ? html`<p class="error" id="stars-${contractorId}-error">${error}</p>` : ''}
        ${meanings
          .map((meaning, index) => ({ value: String(index + 1), meaning }))
          .toReversed()
          .map(
            ({ value, meaning }) =>
              html`<label class="choice"
                ><input
                  type="radio"
                  name="stars"
                  value="${value}"
                  ${value === stars ? html`checked` : ''}
                />${starsText(Number(value))}: ${meaning.toLowerCase()}</label
              >`,
          )}
      </fieldset>
      ${textArea(ownWords, own)}
      <button>${rating ? 'Change my rating' : 'Send my rating'}</button>
    </form>
  </div>`
}

const starsText = (stars: number) => `${stars} ${stars === 1 ? 'star' : 'stars'}`
