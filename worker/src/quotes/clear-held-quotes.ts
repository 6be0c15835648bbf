import { HeldQuoteModel } from '@kerbside/schema/quotes/held-quote.model'
import type { Deps } from '../deps.ts'

/** Removes held quotes that nobody has released in the days of the settings, and the remains of discarded ones. Safe to repeat. */
export async function clearHeldQuotes({ now, log, settings }: Pick<Deps, 'now' | 'log' | 'settings'>): Promise<void> {
  await settings.refresh() // a process that has just begun would delete by the defaults
  const before = new Date(now().getTime() - settings().heldDays * 86_400_000)
  const { deletedCount } = await HeldQuoteModel.deleteMany({ createdAt: { $lte: before } })
  if (deletedCount > 0) log.info({ count: deletedCount }, 'cleared held quotes whose time is over')
}
