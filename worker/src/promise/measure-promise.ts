import { leadIndexes, LeadModel } from '@kerbside/schema/leads/lead.model'
import { answeredStates } from '@kerbside/schema/offers/offer'
import { pageChannel } from '@kerbside/schema/pages/page'
import {
  figuresOf,
  figureTexts,
  firmMinutesOf,
  measuredDays,
  whyHidden,
} from '@kerbside/schema/promise/measured-figures'
import type { AnsweredLeads, FirmAnswers, MeasuredFigures } from '@kerbside/schema/promise/measured-figures'
import { findMeasuredFigures, MeasuredFiguresModel } from '@kerbside/schema/promise/measured-figures.model'
import { owedAnAnswer } from '@kerbside/schema/promise/promise'
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
  const counted = await LeadModel.aggregate<AnsweredLeads>(answeredLeads(now, promiseHours)).hint({
    ...leadIndexes.area,
  })
  const answers = await LeadModel.aggregate<FirmAnswers>(firmAnswers(now)).hint({ ...leadIndexes.area })
  const figures = { ...figuresOf(counted, { promiseHours }, now), firmMinutes: firmMinutesOf(answers) }
  await MeasuredFiguresModel.replaceOne({ _id: 'latest' }, figures, { upsert: true })
  if (shown(figures) === shown(before)) return
  deps.log.info({ shown: shown(figures) !== null, leads: figures.leads }, 'the figures that pages show have changed')
  await deps.redis.publish(pageChannel(deps.config.REDIS_PREFIX), 'changed').catch((error: unknown) => {
    // The api processes read the figures again within seconds.
    deps.log.warn({ err: error }, 'the api was not told of changed figures')
  })
}

/** The leads whose promised time is over and that were owed an answer, counted by the minutes to it. */
function answeredLeads(now: Date, promiseHours: number): PipelineStage[] {
  const createdAt = {
    $gte: new Date(now.getTime() - measuredDays * 86_400_000),
    $lte: new Date(now.getTime() - promiseHours * 3_600_000),
  }
  return [
    { $match: { createdAt } },
    ...owedAnAnswer({ promiseHours }),
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

/** The answers of firms to offers of these days' leads, counted by the minutes to them: the rule of `answerMinutesOf`. */
function firmAnswers(now: Date): PipelineStage[] {
  const heard = { $ifNull: ['$offers.sendAt', '$offers.offeredAt'] }
  const minutes = { $ceil: { $divide: [{ $subtract: ['$offers.decidedAt', heard] }, 60_000] } }
  return [
    { $match: { createdAt: { $gte: new Date(now.getTime() - measuredDays * 86_400_000) } } },
    { $unwind: '$offers' },
    { $match: { 'offers.state': { $in: [...answeredStates] }, 'offers.decidedAt': { $ne: null } } },
    { $group: { _id: { $max: [0, minutes] }, answers: { $sum: 1 } } },
    { $project: { _id: 0, minutes: '$_id', answers: 1 } },
  ]
}
