import { heldDays } from '@kerbside/schema/quotes/quote'
import { HeldQuoteModel } from '@kerbside/schema/quotes/held-quote.model'
import type { Deps } from '../deps.ts'

/** Removes held quotes that nobody has released within 30 days, and the remains of discarded ones. Safe to repeat. */
export async function clearHeldQuotes({ now, log }: Pick<Deps, 'now' | 'log'>): Promise<void> {
  const before = new Date(now().getTime() - heldDays * 86_400_000)
  const { deletedCount } = await HeldQuoteModel.deleteMany({ createdAt: { $lte: before } })
  if (deletedCount > 0) log.info({ count: deletedCount }, 'cleared held quotes whose time is over')
}
