import { leadIndexes, LeadModel } from '@kerbside/schema/leads/lead.model'
import { pageChannel } from '@kerbside/schema/pages/page-channel'
import { figuresOf, figureTexts, measuredDays, whyHidden } from '@kerbside/schema/promise/measured-figures'
import type { AnsweredLeads, MeasuredFigures } from '@kerbside/schema/promise/measured-figures'
import { findMeasuredFigures, MeasuredFiguresModel } from '@kerbside/schema/promise/measured-figures.model'
import type { PipelineStage } from 'mongoose'
import type { Deps } from '../deps.ts'

type MeasureDeps = Pick<Deps, 'now' | 'log' | 'settings' | 'redis' | 'config'>

/**
 * Measures how the promise of the first answer is kept, for the texts of pages (docs/specification.md, 6.5). When that
 * changes what they show, the api processes make them anew. Safe to repeat, and beside other workers.
 */
export async function measurePromise(deps: MeasureDeps): Promise<void> {
  await deps.settings.refresh() // a process that has just begun would go by the defaults
  const now = deps.now()
  const { promiseHours } = deps.settings()
  const shown = (figures: MeasuredFigures | null) =>
    figures && whyHidden(figures, { promiseHours }, now) === null ? JSON.stringify(figureTexts(figures)) : null
  const before = await findMeasuredFigures()
  const counted = await LeadModel.aggregate<AnsweredLeads>(answeredLeads(now, promiseHours * 3_600_000)).hint({
    ...leadIndexes.area,
  })
  const figures = figuresOf(counted, { promiseHours }, now)
  await MeasuredFiguresModel.replaceOne({ _id: 'latest' }, figures, { upsert: true })
  if (shown(figures) === shown(before)) return
  deps.log.info({ shown: shown(figures) !== null, leads: figures.leads }, 'the figures that pages show have changed')
  await deps.redis.publish(pageChannel(deps.config.REDIS_PREFIX), 'changed').catch((error: unknown) => {
    // The api processes read the figures again within seconds.
    deps.log.warn({ err: error }, 'the api was not told of changed figures')
  })
}

/**
 * The leads whose promised time is over, counted by the minutes to their answer. Who was owed none is left out: imports,
 * and leads that the homeowner stopped or erased, or staff closed as lost, in time and before an answer.
 */
function answeredLeads(now: Date, promiseMs: number): PipelineStage[] {
  const createdAt = {
    $gte: new Date(now.getTime() - measuredDays * 86_400_000),
    $lte: new Date(now.getTime() - promiseMs),
  }
  const accepted = { $filter: { input: '$offers', as: 'offer', cond: { $eq: ['$$offer.state', 'accepted'] } } }
  const moves = (cond: object) => ({ $filter: { input: '$statusHistory', as: 'move', cond } })
  const timesOf = (input: object, at: string) => ({ $min: { $map: { input, as: 'each', in: `$$each.${at}` } } })
  const contacted = moves({ $in: ['$$move.to', ['contacted', 'quoted', 'converted']] })
  const closed = moves({ $eq: ['$$move.to', 'lost'] })
  const answers = [timesOf(accepted, 'decidedAt'), '$contactedAt', timesOf(contacted, 'at')]
  const ends = ['$enoughQuotesAt', '$sharingStoppedAt', '$erasedAt', timesOf(closed, 'at')]
  const afterMs = (times: unknown[]) => ({ $subtract: [{ $min: times }, '$createdAt'] })
  const never = Number.MAX_SAFE_INTEGER
  return [
    { $match: { createdAt, importId: null } },
    { $project: { firms: { $size: accepted }, answered: afterMs(answers), ended: afterMs(ends) } },
    {
      $match: {
        $expr: {
          $or: [
            { $gt: [{ $ifNull: ['$ended', never] }, promiseMs] },
            { $lte: [{ $ifNull: ['$answered', never] }, '$ended'] },
          ],
        },
      },
    },
    {
      $group: {
        _id: { $ceil: { $divide: ['$answered', 60_000] } },
        leads: { $sum: 1 },
        firms: { $sum: '$firms' },
      },
    },
    { $project: { _id: 0, minutes: '$_id', leads: 1, firms: 1 } },
  ]
}
