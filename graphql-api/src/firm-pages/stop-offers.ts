import { furtherNotice, isUntilFurtherNotice } from '@kerbside/schema/contractors/contractor'
import type { ContractorRecord } from '@kerbside/schema/contractors/contractor.model'
import { html } from 'hono/html'
import { stale, writeContractor } from '../contractors/change-contractors.service.ts'
import type { Context } from '../deps.ts'
import type { SignedPage } from '../http/signed-page.ts'
import { declineWaiting } from '../offers/offers.service.ts'
import { findFirm, tries } from './firm.service.ts'

type StopScreen = { firm: string; isStopped: boolean }

const screenOf = ({ name, pausedUntil }: ContractorRecord): StopScreen => ({
  firm: name,
  isStopped: pausedUntil !== null && isUntilFurtherNotice(pausedUntil),
})

/** Looking changes nothing. */
export async function viewStopOffers(ctx: Context, token: string): Promise<StopScreen> {
  return screenOf(await findFirm(ctx, token, 'stop-offers'))
}

/**
 * Pauses a firm until it takes jobs again on its page. What it has heard of stays on offer; what waits for an email goes to
 * the next firms. The same again changes nothing.
 */
export async function stopOffers(ctx: Context, token: string): Promise<StopScreen> {
  for (let attempt = 0; attempt < tries; attempt++) {
    const record = await findFirm(ctx, token, 'stop-offers')
    const by = { id: String(record._id), name: record.name }
    const isStopped = screenOf(record).isStopped
    const change = { pausedUntil: furtherNotice }
    const details = 'Stopped offers by the link in an email'
    if (!isStopped && !(await writeContractor(ctx, record, change, { by, details }))) continue
    await declineWaiting(ctx, by.id)
    return { firm: record.name, isStopped: true }
  }
  throw stale()
}

export function stopPage({ firm, isStopped }: StopScreen): SignedPage {
  const body = html`<div class="card">
    <p class="tag">${firm}</p>
    ${
      isStopped
        ? html`<h1>You get no more jobs</h1>
            <p class="done" role="status">Offers to your firm are stopped.</p>
            <p>Jobs that you have already heard of stay on offer to you.</p>
            <p>To take jobs again, open your page by the link in one of our emails, or reply to one.</p>`
        : html`<h1>Stop offers?</h1>
            <p>
              We will offer your firm no more jobs, and you get no more emails with jobs. You can take jobs again at any
              time on your page, which each of our emails has a link to.
            </p>
            <p>Fewer emails instead? On your page you can choose one a day, or pause until a day.</p>
            <form method="post">
              <button name="List-Unsubscribe" value="One-Click">Stop offers to ${firm}</button>
            </form>`
    }
  </div>`
  return { title: isStopped ? 'Offers are stopped' : 'Stop offers', body }
}
