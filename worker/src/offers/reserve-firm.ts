import { inTurn } from '@kerbside/schema/operation/one-at-a-time'
import { capPeriods, capsReached, countedOffers, type CapPeriods } from '@kerbside/schema/contractors/caps'
import { mayTakeJobs } from '@kerbside/schema/contractors/contractor'
import {
  ContractorModel,
  countOffer,
  entitledAt,
  isUnderCaps,
  toContractor,
  type ContractorRecord,
} from '@kerbside/schema/contractors/contractor.model'
import { byTurn, turnAmong, turnOf } from '@kerbside/schema/contractors/turns'
import { offerTimes, passedOnUntil } from '@kerbside/schema/contractors/working-hours'

export type Reservation = {
  contractorId: string
  contractorName: string
  at: Date
  /** When the firm hears of the offer, if that is not at once. */
  sendAt: Date | null
  digestDay?: string
  /** The day and week in which the offer was counted. */
  counted: CapPeriods
  turn: number
}

/** `passedOver`: firms that could take no more leads when their turn came. */
export type Reserved = { taken: Reservation[]; passedOver: ReadonlySet<string> }

/** A round in which every place went to another worker's lead is followed by another, at most so often. */
const maxRounds = 500

/**
 * Reserves a place at as many of these firms as are wanted, at those first whose turn it is. Each firm is taken by one
 * update that is guarded by its caps and by its turn: had another worker been quicker, the turn would have changed. Turns
 * only rise, so a firm that was the next when it was read and has the same turn is still the next when it is taken.
 *
 * Leads of one process wait for each other, because those that read the same turns would take the same firms in vain.
 */
export const reserveFirms = (candidateIds: readonly string[], wanted: number, now: () => Date): Promise<Reserved> =>
  oneAtATime(() => reserve(candidateIds, wanted, now))

const oneAtATime = inTurn()

async function reserve(candidateIds: readonly string[], wanted: number, now: () => Date): Promise<Reserved> {
  const waiting = new Set(candidateIds)
  const taken: Reservation[] = []
  for (let round = 0; taken.length < wanted && waiting.size > 0; round += 1) {
    if (round === maxRounds) throw new Error('The firms changed too often while their places were reserved')
    const at = now()
    const records: ContractorRecord[] = await ContractorModel.find({ _id: { $in: [...waiting] } })
      .sort({ _id: 1 })
      .lean()
    const firms = records.filter((record) => mayHaveLead(record, at))
    if (firms.length === 0) return { taken, passedOver: waiting }
    const next = firms.toSorted(byTurn(firms)).slice(0, wanted - taken.length)
    const turn = turnAmong(firms)
    const reserved = await Promise.all(next.map((firm) => reserveFirm(firm, at, turn(firm))))
    for (const reservation of reserved) {
      if (reservation === null) continue
      waiting.delete(reservation.contractorId)
      taken.push(reservation)
    }
    if (reserved.includes(null)) await randomPause()
  }
  return { taken, passedOver: new Set() }
}

/** So that workers that hinder each other do not go on in step. */
const randomPause = () => new Promise((resolve) => setTimeout(resolve, Math.random() * 5))

function mayHaveLead(record: ContractorRecord, at: Date): boolean {
  const firm = toContractor(record)
  const isPaused = firm.pausedUntil !== null && firm.pausedUntil > at
  if (!mayTakeJobs(firm, at) || isPaused || firm.addressBounce || passedOnUntil(firm, at)) return false
  return capsReached({ ...firm, ...countedOffers(record, capPeriods(firm, at)) }).length === 0
}

/** Null when the firm has changed since it was read, or may have no lead any more. */
async function reserveFirm(record: ContractorRecord, at: Date, turn: number): Promise<Reservation | null> {
  const firm = toContractor(record)
  const counted = capPeriods(firm, at)
  const reserved = await ContractorModel.findOneAndUpdate(
    {
      _id: record._id,
      turn: record.turn,
      version: record.version,
      ...entitledAt(at),
      $or: [{ pausedUntil: null }, { pausedUntil: { $lte: at } }],
      $expr: isUnderCaps(counted),
    },
    countOffer(counted, turn),
    { updatePipeline: true, returnDocument: 'after', projection: { offersOn: 1, offersInWeek: 1 } },
  ).lean()
  if (reserved === null) return null
  const { offersOn, offersInWeek } = reserved
  return {
    contractorId: firm.id,
    contractorName: firm.name,
    at,
    ...offerTimes(firm, at),
    counted: { day: offersOn.day, week: offersInWeek.week },
    turn: turnOf(firm),
  }
}

/** Returns the place, and restores the firm's turn. */
export async function giveBack({ contractorId, counted, turn }: Reservation): Promise<void> {
  const _id = contractorId
  await ContractorModel.updateOne(
    { _id, 'offersOn.day': counted.day, 'offersOn.count': { $gt: 0 } },
    { $inc: { 'offersOn.count': -1 } },
  )
  await ContractorModel.updateOne(
    { _id, 'offersInWeek.week': counted.week, 'offersInWeek.count': { $gt: 0 } },
    { $inc: { 'offersInWeek.count': -1 } },
  )
  await ContractorModel.updateOne({ _id }, { $inc: { turn: -turn } })
}
