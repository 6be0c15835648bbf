import type { ClientSession, QueryFilter } from 'mongoose'
import { maximumQuotes } from './lead.ts'
import type { LeadRecord } from './lead.model.ts'
import { writeGuarded, type LeadWrite } from './write-lead.model.ts'
import {
  extraWorkOf,
  maximumVersions,
  type DeclineReason,
  type LeadEstimate,
  type Work,
} from '../estimates/estimate.ts'
import { estimateStep, undoableAt, type EstimateHappening } from '../estimates/estimate-life.ts'
import { questionLimits, type EstimateQuestion, type QuestionAnswer } from '../estimates/question.ts'

// The only code that writes prices of leads. It gives parts of an update, which callers join with what else they write, so
// that a change and its prices are one write.

type Part = Required<Pick<LeadWrite, 'guard'>> & Pick<LeadWrite, 'set' | 'push' | 'arrayFilters'>

/** The versions of one extra work, or of all where none is named; with `variationOf: null` all prices of the job. */
const ofWork = ({ variationOf, extraWork }: Pick<Work, 'variationOf' | 'extraWork'>) => ({
  variationOf,
  ...(variationOf !== null &&
    extraWork !== undefined && { extraWork: extraWorkOf({ extraWork }) === 1 ? { $in: [1, null] } : extraWork }),
})

/** A lead has one chosen price of the job at most, and one of each extra work. `but`: chosen, and about to be replaced. */
const nothingChosen = (work: Pick<Work, 'variationOf' | 'extraWork'>, but?: Record<string, unknown>) => ({
  estimates: {
    $not: { $elemMatch: { ...ofWork(work), state: { $in: ['chosen', 'agreed'] }, ...(but && { $nor: [but] }) } },
  },
})

/**
 * Another price. Its id must be new to the lead. The lead must have room for it, and no chosen price of the same work yet;
 * extra work needs the agreed price of the same firm.
 */
export function addEstimate(estimate: LeadEstimate): Part {
  const { id, variationOf, contractorId } = estimate
  const known = { estimates: { $elemMatch: { id } } }
  const own = {
    $filter: {
      input: { $ifNull: ['$estimates', []] },
      as: 'price',
      cond: { $eq: ['$$price.contractorId', contractorId] },
    },
  }
  // Our own have the limit of what staff send.
  const room = { $expr: { $lt: [{ $size: own }, contractorId === null ? maximumQuotes : maximumVersions] } }
  const agreed = { estimates: { $elemMatch: { id: variationOf, contractorId, state: 'agreed' } } }
  const renewed = { state: 'chosen', contractorId, validUntil: { $lte: estimate.sentAt } }
  const base = [nothingChosen(estimate, renewed), ...(variationOf === null ? [] : [agreed])]
  return {
    guard: { $and: [{ $nor: [known] }, room, ...base] } as QueryFilter<LeadRecord>,
    push: { estimates: estimate },
  }
}

/** Which prices something happens to: one, those of one firm, or all that it can happen to; never `except`. */
export type Which = { id?: string; except?: string } & Partial<Work>

/** What a happening writes beside the state. */
export type Beside = {
  because?: DeclineReason
  reason?: string
  chosenBy?: string
  othersBecause?: DeclineReason
  startDay?: string
  /** Days after which a choice that is not confirmed can be undone again. */
  unconfirmedDays?: number
}

/**
 * What happens to prices of a lead, as things are at the moment of the write. `guard`: there is at least one to which it can
 * happen now, and, for a choice, none is chosen yet.
 */
export function changeEstimates(happening: EstimateHappening, at: Date, which: Which, beside: Beside = {}): Part {
  const { from, to, time } = estimateStep(happening)
  const { id, except, variationOf, extraWork, ...rest } = which
  const open: Record<string, unknown> = {
    state: { $in: [...from] },
    // A price of our own is taken by a reply to its email: no firm would confirm it.
    ...(happening === 'homeowner chooses it' && { contractorId: { $ne: null } }),
    ...rest,
    ...(variationOf !== undefined && ofWork({ variationOf, extraWork })),
    ...(id !== undefined && { id }),
    ...(except !== undefined && { id: { $ne: except } }),
    ...(time === 'valid' && { validUntil: { $gt: at } }),
    ...(time === 'over' && { validUntil: { $lte: at } }),
    ...(time === 'undoable' && { $or: undoableAt(at, beside.unconfirmedDays) }),
  }
  const { because, reason, chosenBy, othersBecause, startDay } = beside
  const changes = {
    state: to,
    decidedAt: at,
    ...(because !== undefined && { declinedBecause: because }),
    ...(reason !== undefined && { withdrawnBecause: reason }),
    ...(chosenBy !== undefined && { chosenBy }),
    ...(othersBecause !== undefined && { othersBecause }),
    ...(startDay !== undefined && { startDay }),
  }
  const isChoice = happening === 'homeowner chooses it' && variationOf !== undefined
  const alone = isChoice ? [nothingChosen({ variationOf, extraWork })] : []
  const guard = { $and: [{ estimates: { $elemMatch: open } }, ...alone] }
  return {
    guard: guard as QueryFilter<LeadRecord>,
    set: Object.fromEntries(Object.entries(changes).map(([name, value]) => [`estimates.$[price].${name}`, value])),
    arrayFilters: [ofPrice(open)],
  }
}

/** The filter of one price as one of the array. What it is either way is for the guard alone: one is chosen at most. */
const ofPrice = ({ $or: _, ...filter }: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(filter).map(([name, value]) => [`price.${name}`, value]))

/** The homeowner's page has shown these prices. */
export const markSeen = (ids: readonly string[], at: Date): Part => ({
  guard: { estimates: { $elemMatch: { id: { $in: [...ids] }, seenAt: null } } } as QueryFilter<LeadRecord>,
  set: { 'estimates.$[price].seenAt': at },
  arrayFilters: [{ 'price.id': { $in: [...ids] }, 'price.seenAt': null }],
})

/** A question of the homeowner. The same words to the same firms are the same question, and a lead has room for so many. */
export function addQuestion(question: EstimateQuestion): Part {
  const { text, to } = question
  const same = { text, 'to.contractorId': { $all: to.map(({ contractorId }) => contractorId) } }
  const room = { [`questions.${questionLimits.count - 1}`]: { $exists: false } }
  return {
    guard: { $and: [{ questions: { $not: { $elemMatch: same } } }, room] } as QueryFilter<LeadRecord>,
    push: { questions: question },
  }
}

/** What a firm answers to a question that it was asked: once. */
export function addAnswer(questionId: string, answer: QuestionAnswer): Part {
  const { contractorId } = answer
  const open = { id: questionId, 'to.contractorId': contractorId, 'answers.contractorId': { $ne: contractorId } }
  return {
    guard: { questions: { $elemMatch: open } } as QueryFilter<LeadRecord>,
    push: { 'questions.$[question].answers': answer },
    arrayFilters: [Object.fromEntries(Object.entries(open).map(([name, value]) => [`question.${name}`, value]))],
  }
}

type Told = Pick<LeadRecord, 'estimates' | 'questions'>

/** The prices and questions of a lead whose homeowner is erased: without names and texts. */
export const withoutWords = ({ estimates, questions }: Told): Told => ({
  ...(estimates && {
    estimates: estimates.map((each) => ({ ...each, chosenBy: null, withdrawnBecause: null })),
  }),
  ...(questions && {
    questions: questions.map(({ answers, ...question }) => ({
      ...question,
      text: '',
      answers: answers.map((answer) => ({ ...answer, text: '' })),
    })),
  }),
})

/** Nothing of a lead that is stopped or erased can be chosen any more. Part of the transaction that closes it. */
export async function closeEstimates(leadId: number, at: Date, session: ClientSession): Promise<void> {
  await writeGuarded(
    { leadId, at, ...changeEstimates('homeowner stops', at, {}, { reason: 'The homeowner stopped sharing' }) },
    session,
  )
}
