import type { EstimateDraft } from '@kerbside/schema/estimates/estimate-request'
import { dayAfter, londonDay } from '@kerbside/schema/time/london-time'
import { sendEstimate } from '../estimates/send-estimate.ts'
import { anOffer, idOf } from './offers.ts'
import type { TestApp } from './test-app.ts'

/** A price of £4,800.00 with VAT that is valid for 30 days. */
export const aDraft = (changes: Partial<EstimateDraft> = {}, now = new Date()): EstimateDraft => ({
  kind: 'fixed',
  isVatRegistered: true,
  lines: [{ text: 'Resin bound drive', quantity: '40', unit: 'm²', unitPrice: '100', rate: 2_000 }],
  validUntilDay: dayAfter(londonDay(now), 30),
  ...changes,
})

/** An offer that this firm has accepted. */
export const accepted = (firm: string) => anOffer(firm, { state: 'accepted', decidedAt: new Date() })

/** Moves the app's clock on, for a contractor waits between two versions. */
export function waitAMinute({ deps }: TestApp): void {
  const { now } = deps
  deps.now = () => new Date(now().getTime() + 60_000)
}

/** A firm sends a price for the lead 42; gives its id. */
export async function sendPrice(
  app: TestApp,
  firm: string,
  changes: Partial<EstimateDraft> = {},
  variationOf: string | null = null,
  extraWork: number | null = null,
): Promise<string> {
  const id = crypto.randomUUID()
  const ctx = app.contextOf()
  const sender = { id: idOf(firm), name: `Firm ${firm}` }
  const draft = aDraft(changes, ctx.now())
  await sendEstimate(ctx, { leadId: 42, firm: sender, id, draft, variationOf, extraWork, enteredBy: null })
  return id
}
