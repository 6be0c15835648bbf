import { fullDayAndTime } from '@kerbside/schema/time/london-time'
import { authorities } from '@kerbside/schema/manage/complaint'
import { firmsWithDetails } from '@kerbside/schema/offers/offer'
import type { Consent, Lead } from '@kerbside/schema/leads/lead'
import { plainLabel } from '@kerbside/schema/quotes/quote'
import { html } from 'hono/html'
import { hash } from 'node:crypto'
import type { Html } from '../../http/plain-page.ts'
import { fact, type SignedPage } from '../../http/signed-page.ts'
import type { ConsentRecord } from './consent.service.ts'

/** What a homeowner agreed to, when and from where, for a regulator: from stored data alone, so it is the same each time. */
export function consentPage({ lead, form }: ConsentRecord, publicUrl: string): SignedPage {
  const { reference, notice, importId } = lead
  const body = html`<div class="card">
      <p class="tag tag-slate">${reference}</p>
      <h1>Consent record</h1>
      ${importId ? html`<p>This lead was imported: its homeowner did not send it by our form and saw no notice of ours.</p>` : ''}
      <dl>${factsOf(lead, publicUrl)}</dl>
    </div>
    ${
      notice === ''
        ? ''
        : html`<div class="card">
            <h2>What the homeowner was told, word for word</h2>
            <p>${notice}</p>
            <p class="soft">SHA-256 of this text: ${hash('sha256', notice, 'hex')}</p>
          </div>`
    }
    <div class="card">
      <h2>The form, version ${lead.formVersion}</h2>
      ${
        form === null
          ? html`<p>This version of the form is not stored any more.</p>`
          : html`<p>The notice stood above its button. It asked for:</p>
              <ul>
                ${form.fields.map(
                  ({ label, required, visible }) =>
                    html`<li>${plainLabel(label)}${required ? '' : ' (optional)'}${visible ? '' : ' (not shown)'}</li>`,
                )}
              </ul>`
      }
    </div>
    <div class="card">
      <h2>What followed</h2>
      <ul>
        ${followed(lead).map((line) => html`<li>${line}</li>`)}
      </ul>
    </div>`
  return { title: `Consent record ${reference}`, body }
}

const jurisdictions: Record<Consent['jurisdiction'], string> = {
  GB: 'United Kingdom: UK GDPR and PECR',
  IE: 'Ireland: GDPR and S.I. 336/2011',
}

function factsOf({ createdAt, page, consent }: Lead, publicUrl: string): Html[] {
  return [
    fact('Received', `${fullDayAndTime(createdAt)} (${createdAt.toISOString()})`),
    fact('Page', `${publicUrl}${page}`),
    fact('Jurisdiction', jurisdictionText(consent)),
    fact('Network address', addressText(consent)),
  ]
}

function jurisdictionText(consent: Consent | undefined): string {
  if (!consent) return 'Not stored'
  return `${jurisdictions[consent.jurisdiction]}; ${authorities[consent.jurisdiction].name}`
}

function addressText(consent: Consent | undefined): string {
  if (consent?.address) return consent.address
  return consent?.addressHash ? `Hashed after 30 days: ${consent.addressHash}` : 'Not stored'
}

/** When the details went to whom, and what the homeowner decided later. */
function followed({ createdAt, offers, corrections = [], ...lead }: Lead): string[] {
  const entries = [
    { at: createdAt, text: 'The homeowner sent the form.' },
    ...firmsWithDetails(offers).map(({ contractorName, decidedAt, offeredAt }) => ({
      at: decidedAt ?? offeredAt,
      text: `${contractorName} accepted the job and got the contact details.`,
    })),
    ...corrections.map(({ at }) => ({ at, text: 'The homeowner corrected answers.' })),
    { at: lead.emailConfirmedAt, text: 'The homeowner confirmed the email address.' },
    { at: lead.enoughQuotesAt, text: 'The homeowner asked that no further firm hears of the job.' },
    { at: lead.sharingStoppedAt, text: 'The homeowner withdrew: no further contact.' },
    { at: lead.erasedAt, text: 'The homeowner had the details erased.' },
  ]
  return entries
    .flatMap(({ at, text }) => (at ? [{ at, text }] : []))
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ at, text }) => `${fullDayAndTime(at)}: ${text}`)
}
