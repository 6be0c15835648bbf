import {
  MailOutageModel,
  findMailOutage,
  mailOutageId,
  type OutageKind,
} from '@kerbside/schema/deliveries/mail-outage.model'
import type { Deps } from '../deps.ts'

const minWaitMs = 2_000
const maxWaitMs = 15 * 60_000

/** Milliseconds before the next try: as long as it has been failing so far, within these bounds. */
export const waitAfter = (failingForMs: number) => Math.min(Math.max(failingForMs, minWaitMs), maxWaitMs)

/** Milliseconds between the single mails that are tried during an outage. */
const probeWaitMs = (awayForMs: number) => waitAfter(awayForMs / 4)

/** Whether a mail may be tried now. During an outage only one mail is, each time the next try is due: the probe. */
export async function takeTurn({ now }: Pick<Deps, 'now'>): Promise<'free' | 'probe' | 'wait'> {
  const outage = await findMailOutage()
  if (outage === null) return 'free'
  const at = now()
  if (outage.nextTryAt > at) return 'wait'
  const nextTryAt = new Date(at.getTime() + probeWaitMs(at.getTime() - outage.since.getTime()))
  const { modifiedCount } = await MailOutageModel.updateOne(
    { _id: mailOutageId, nextTryAt: outage.nextTryAt },
    { nextTryAt },
  )
  return modifiedCount === 1 ? 'probe' : 'wait'
}

/** Stores that the mail server takes no mail. `known`: that was stored before. */
export async function recordOutage(
  { now, log }: Pick<Deps, 'now' | 'log'>,
  { outage: kind, message }: { outage: OutageKind; message: string },
): Promise<'new' | 'known'> {
  const at = now()
  const current = await findMailOutage()
  const since = current?.since ?? at
  const nextTryAt = new Date(at.getTime() + probeWaitMs(at.getTime() - since.getTime()))
  const seen = { kind, lastError: message, lastFailedAt: at }
  // Two workers may notice at the same moment: the upsert makes one document, and only its author logs.
  const before = await MailOutageModel.findOneAndUpdate(
    { _id: mailOutageId },
    { $set: seen, $max: { nextTryAt }, $setOnInsert: { since } },
    { upsert: true, returnDocument: 'before' },
  ).lean()
  if (before !== null) return 'known'
  log.warn({ outage: kind, reason: message }, 'the mail server takes no mail; all mails wait for it')
  return 'new'
}

/** Called when the mail server has answered about a mail again. */
export async function endOutage({ now, log }: Pick<Deps, 'now' | 'log'>): Promise<void> {
  const ended = await MailOutageModel.findOneAndDelete({ _id: mailOutageId }).lean()
  if (ended === null) return
  const awaySeconds = Math.round((now().getTime() - ended.since.getTime()) / 1_000)
  log.info({ outage: ended.kind, awaySeconds }, 'the mail server takes mail again')
}
