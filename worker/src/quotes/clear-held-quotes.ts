import { removeFilesOrLeave } from '@kerbside/schema/file-store.model'
import { photoFilesOf } from '@kerbside/schema/photos/photo.model'
import { HeldQuoteModel } from '@kerbside/schema/quotes/held-quote.model'
import type { Deps } from '../deps.ts'

/**
 * Removes held quotes that nobody has released in the days of the settings, with their photos, and the remains of discarded
 * ones. Safe to repeat.
 */
export async function clearHeldQuotes({ now, log, settings }: Pick<Deps, 'now' | 'log' | 'settings'>): Promise<void> {
  await settings.refresh() // a process that has just begun would delete by the defaults
  const before = new Date(now().getTime() - settings().heldDays * 86_400_000)
  const old = { createdAt: { $lte: before } }
  // A photo that comes meanwhile is removed by `clearPhotos`.
  const withPhotos = await HeldQuoteModel.find(
    { ...old, 'lead.photos.fileId': { $exists: true } },
    'lead.photos',
  ).lean()
  const { deletedCount } = await HeldQuoteModel.deleteMany(old)
  await removeFilesOrLeave({ photos: withPhotos.flatMap(({ lead }) => photoFilesOf(lead)) }, log)
  if (deletedCount > 0) log.info({ count: deletedCount }, 'cleared held quotes whose time is over')
}
