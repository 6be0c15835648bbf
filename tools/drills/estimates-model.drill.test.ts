/**
 * A firm's versions, extra work and withdrawals, the homeowner's choices, second thoughts and stop, cancelled agreements,
 * contractors that are deactivated, and the clock, in random orders and several at once, against what the states of a price mean (docs/specification.md, 5.12), not against their table. Through the
 * pages as people press them, and 10,000 times through the one module that writes states, which costs a tenth of the time.
 */
import {
  isSameWork,
  isTaken,
  shownState,
  type EstimateState,
  type LeadEstimate,
} from '@kerbside/schema/estimates/estimate'
import { ContractorModel } from '@kerbside/schema/contractors/contractor.model'
import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { estimateLife, type EstimateHappening } from '@kerbside/schema/estimates/estimate-life'
import { EstimateModel } from '@kerbside/schema/estimates/estimate.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { changeEstimates } from '@kerbside/schema/leads/write-estimates.model'
import { writeGuarded } from '@kerbside/schema/leads/write-lead.model'
import { manageLink } from '@kerbside/schema/links/signed-link'
import { random } from '@kerbside/schema/testing/drill'
import { aLead } from '@kerbside/schema/testing/factories'
import { dayAfter, londonDay } from '@kerbside/schema/time/london-time'
import { expect, test } from 'vitest'
import { updateContractor } from '../../graphql-api/src/contractors/change-contractors.service.ts'
import { idOf, storeLead, useOffers } from '../../graphql-api/src/testing/offers.ts'
import { accepted, sendPrice } from '../../graphql-api/src/testing/prices.ts'

const hour = 3_600_000
const firms = ['a', 'b', 'c'] as const
const { app, stored, sign } = useOffers()
let aheadMs = 0
const now = () => new Date(Date.now() + aheadMs)
app.deps.now = now

const later = () => new Date(Date.now() + 400 * 24 * hour)
const any = <T>(all: readonly T[]): T | undefined => all[Math.floor(random() * all.length)]

/** 303 and 200 are done; 409, 410 and 422 say why not. Anything else is a fault. */
async function press(path: string, fields: Record<string, string> = {}): Promise<boolean> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const { status } = await app.send(path, {
    method: 'POST',
    headers,
    body: new URLSearchParams(fields),
    redirect: 'manual',
  })
  expect([200, 303, 409, 410, 422]).toContain(status)
  return status === 303 || status === 200
}

const manage = async (page: string) =>
  `/manage/${await app.deps.links.sign(manageLink(42, 'aoife@example.com'), later())}${page}`
const firmPage = async (firm: string, page: string) => `/leads/${await sign(firm, 'lead', later())}${page}`

type Done = { what: string; id?: string; isDone: boolean }

/** One thing that somebody does, as things look to them before. */
async function act(prices: readonly LeadEstimate[]): Promise<Done> {
  const [firm, price, luck] = [any(firms) ?? 'a', any(prices), random()]
  if (!price || luck < 0.25) return { what: 'send', isDone: await send(firm, prices) }
  const { id } = price
  const own = firms.find((each) => price.contractorName === `Firm ${each}`) ?? 'a'
  if (luck < 0.27) return { what: 'leave', isDone: await leave(own) }
  if (luck < 0.28) return { what: 'stop', isDone: await press(await manage('/stop')) }
  if (luck < 0.33) return { what: 'cancel', id, isDone: await press(await manage(`/prices/${id}/cancel`)) }
  if (luck < 0.6) {
    const sha256 = (await EstimateModel.findById(id).lean().orFail()).sha256
    return {
      what: 'choose',
      id,
      isDone: await press(await manage(`/prices/${id}/choose`), { name: 'Aoife Byrne', sha256 }),
    }
  }
  if (luck < 0.72) return { what: 'undo', id, isDone: await press(await manage(`/prices/${id}/undo`)) }
  if (luck < 0.77) return { what: 'none', isDone: await press(await manage('/nothing-fits'), { reason: 'too-dear' }) }
  if (luck < 0.85) {
    const { sha256 } = await EstimateModel.findById(id).lean().orFail()
    const fields = { id, sha256, start_day: dayAfter(londonDay(now()), 7) }
    return { what: 'confirm', id, isDone: await press(await firmPage(own, '/agreement'), fields) }
  }
  return { what: 'withdraw', id, isDone: await press(await firmPage(own, `/price/${id}/withdraw`), { reason: '' }) }
}

/** A price of the job, or once it is agreed extra work: another one, or a version of one. */
async function send(firm: string, prices: readonly LeadEstimate[]): Promise<boolean> {
  // Some end with today, so that the clock overtakes them.
  const validUntilDay = dayAfter(londonDay(now()), random() < 0.3 ? 0 : 30)
  const agreed = prices.find(({ state, variationOf }) => state === 'agreed' && variationOf === null)
  const isExtra = agreed?.contractorName === `Firm ${firm}`
  const number = isExtra && random() < 0.5 ? 1 : null
  return sendPrice(app, firm, { validUntilDay }, isExtra ? agreed.id : null, number).then(
    () => true,
    () => false,
  )
}

const admin = { id: '0'.repeat(24), name: 'Ada', email: 'ada@kerbside.test', role: 'admin' as const, sessionId: 's' }
const leave = (firm: string) =>
  updateContractor(app.contextOf(admin), idOf(firm), { active: false }).then(
    () => true,
    () => false,
  )

const ended: readonly EstimateState[] = ['replaced', 'withdrawn', 'declined', 'cancelled']
const isOver = ({ validUntil }: LeadEstimate, at: Date) => validUntil <= at

/** What no order may bring about, by what was stored before and is stored after some steps that began at `at`. */
function faultsOf(before: readonly LeadEstimate[], after: readonly LeadEstimate[], at: Date): string[] {
  const taken = after.filter(isTaken)
  const faults = taken.filter(({ variationOf }) => variationOf === null).length > 1 ? ['two prices are chosen'] : []
  if (taken.some((one) => taken.some((each) => each !== one && one.variationOf !== null && isSameWork(each, one))))
    faults.push('two versions of extra work are chosen')
  for (const price of after) {
    const was = before.find(({ id }) => id === price.id)
    if (was === undefined || was.state === price.state) continue
    const isEnd = ended.includes(was.state) || (was.state === 'agreed' && price.state !== 'cancelled')
    if (isEnd) faults.push(`${was.state} became ${price.state}`)
    if (isTaken(price) && isOver(was, at)) faults.push(`an expired price was ${price.state}`)
    const chosenFor = at.getTime() - (was.decidedAt?.getTime() ?? 0)
    // A few hours of grace for what the clock does within the steps; another version can follow an undo.
    const isHeld = chosenFor > 24 * hour && chosenFor < 71 * hour && !isOver(was, new Date(at.getTime() + hour))
    if (was.state === 'chosen' && ['sent', 'replaced'].includes(price.state) && isHeld)
      faults.push(`${price.state} a day after it was chosen`)
  }
  return faults
}

/** The same of what firms send and of the status of the lead. */
function faultsOfPages(before: Stored, after: Stored): string[] {
  const faults: string[] = []
  const jobs = ({ estimates }: Stored) => estimates.filter(({ variationOf }) => variationOf === null)
  const isAgreed = (all: Stored) => jobs(all).some(({ state }) => state === 'agreed')
  if (isAgreed(after) !== (after.status === 'converted')) faults.push('agreed and converted are not the same')
  if (isAgreed(before) && isAgreed(after) && jobs(after).length > jobs(before).length)
    faults.push('a price after the agreement')
  for (const price of after.estimates) {
    const own = after.estimates.filter((each) => isSameWork(each, price))
    if (own.filter(({ state }) => state === 'sent').length > 1)
      faults.push(`two open prices of ${price.contractorName}`)
    if (!own.every(({ number }, index) => number === index + 1)) faults.push('versions are not numbered')
    if (after.gone.includes(price.contractorId ?? '') && ['sent', 'chosen'].includes(price.state))
      faults.push('a contractor that is gone has an open price')
    const was = before.estimates.find(({ id }) => id === price.id)?.state
    if (before.isStopped && isTaken(price) && was !== price.state) faults.push(`${price.state} after the stop`)
    if (before.isStopped && was === undefined) faults.push('a price after the stop')
  }
  return faults
}

type Stored = { estimates: readonly LeadEstimate[]; status: string; isStopped: boolean; gone: readonly string[] }
async function storedNow(): Promise<Stored> {
  const [{ estimates = [], status, sharingStoppedAt }, inactive] = await Promise.all([
    stored(),
    ContractorModel.find({ active: false }, '_id').lean(),
  ])
  return { estimates, status, isStopped: Boolean(sharingStoppedAt), gone: inactive.map(({ _id }) => String(_id)) }
}

/** What ends a choice: after one of them an acknowledged choice need not be there any more. */
const takesBack = [
  'undo',
  'cancel',
  'leave',
  'homeowner undoes the choice',
  'staff withdraw it',
  'homeowner stops',
  'agreement is cancelled',
  'agreement of its job is cancelled',
  'contractor is gone',
]
const choices = (told: readonly Done[]) =>
  told.filter(({ what, isDone }) => isDone && (what === 'choose' || what === 'homeowner chooses it'))

/** What people were told of steps at the same moment must fit what is stored. */
function liesOf(told: readonly Done[], after: readonly LeadEstimate[]): string[] {
  if (told.some(({ what, isDone }) => isDone && takesBack.includes(what))) return []
  const chosen = new Set(choices(told).map(({ id }) => id))
  const ofJob = after.filter(({ id, variationOf }) => chosen.has(id) && variationOf === null)
  if (ofJob.length > 1) return ['two choices were acknowledged']
  const isThere = [...chosen].every((id) => after.some((price) => price.id === id && isTaken(price)))
  return isThere ? [] : ['an acknowledged choice is not there']
}

test('pressed on the pages in any order: one price is chosen at most, and none that was expired, replaced, withdrawn or declined', async () => {
  const [rounds, batches] = [8, 12]
  let chosen = 0
  for (let round = 0; round < rounds; round += 1) {
    aheadMs = 0
    await Promise.all([
      LeadModel.deleteMany(),
      ContractorModel.deleteMany(),
      EstimateModel.deleteMany(),
      DeliveryModel.deleteMany(),
    ])
    await storeLead(firms.map(accepted))
    for (let batch = 0; batch < batches; batch += 1) {
      const before = await storedNow()
      const at = now()
      const steps = Array.from({ length: 1 + Math.floor(random() * 4) }, () => act(before.estimates))
      const told = await Promise.all(steps)
      const after = await storedNow()
      chosen += choices(told).length
      const written = faultsOf(before.estimates, after.estimates, at)
      expect([...written, ...faultsOfPages(before, after), ...liesOf(told, after.estimates)]).toEqual([])
      // A contractor waits a minute between two versions.
      aheadMs += random() < 0.25 ? (6 + 30 * random()) * hour : 61_000
    }
  }
  expect(chosen).toBeGreaterThan(rounds / 2)
})

type Step = { happening: EstimateHappening; id: string }
type Round = { leadId: number; prices: LeadEstimate[]; batches: { waitMs: number; steps: Step[] }[] }
const happenings = Object.keys(estimateLife) as EstimateHappening[]

/** What is decided and taken back comes up most, what ends everything least. */
const usual: readonly EstimateHappening[] = ['homeowner chooses it', 'homeowner undoes the choice']
const rare: readonly EstimateHappening[] = [
  ...(['firm confirms it', 'another is agreed', 'nothing fits', 'homeowner stops', 'contractor is gone'] as const),
  'agreement of its job is cancelled',
]
const others = happenings.filter((each) => !usual.includes(each) && !rare.includes(each))
/** Of these there is no need to name the price. */
const ofAny: readonly EstimateHappening[] = ['homeowner undoes the choice', 'firm confirms it', 'homeowner stops']

function drawStep(prices: readonly LeadEstimate[]): Step {
  const luck = random()
  const happening = any(luck < 0.7 ? usual : luck < 0.72 ? rare : others)
  return { happening: happening ?? 'homeowner chooses it', id: any(prices)?.id ?? '' }
}

/** Drawn as a whole before anything of it is done, so that a seed gives the same rounds again. */
function drawRound(leadId: number, batches: number): Round {
  const start = now()
  const prices = Array.from({ length: 12 }, (_, index): LeadEstimate => {
    const firm = any(firms) ?? 'a'
    const validUntil = new Date(start.getTime() + (index % 2 === 0 ? 10 + 60 * random() : 900) * hour)
    return { ...aPrice(firm), id: `price-${index}`, number: index + 1, sentAt: start, validUntil }
  })
  const drawn = Array.from({ length: batches }, () => ({
    waitMs: random() < 0.25 ? (4 + 30 * random()) * hour : 60_000,
    steps: Array.from({ length: 4 }, () => drawStep(prices)),
  }))
  return { leadId, prices, batches: drawn }
}

const aPrice = (firm: string) => ({
  contractorId: idOf(firm),
  contractorName: `Firm ${firm}`,
  variationOf: null,
  kind: 'fixed' as const,
  currency: 'GBP' as const,
  state: 'sent' as const,
  total: 480_000,
  decidedAt: null,
})

/** Gives how many choices and second thoughts were taken, and how many choices of expired prices refused. */
async function play({ leadId, prices, batches }: Round): Promise<number[]> {
  await LeadModel.create(aLead(leadId, { estimates: prices, status: 'quoted' }))
  const read = async () => (await LeadModel.findById(leadId, 'estimates').lean().orFail()).estimates ?? []
  let [before, at] = [await read(), now()]
  const counts = [0, 0, 0]
  for (const { waitMs, steps } of batches) {
    at = new Date(at.getTime() + waitMs)
    const told = await Promise.all(
      steps.map(async ({ happening, id }): Promise<Done> => {
        const which = { variationOf: null, ...(!ofAny.includes(happening) && { id }) }
        return {
          what: happening,
          id,
          isDone: await writeGuarded({ leadId, at, ...changeEstimates(happening, at, which, { unconfirmedDays: 3 }) }),
        }
      }),
    )
    const after = await read()
    expect([...faultsOf(before, after, at), ...liesOf(told, after)]).toEqual([])
    const isExpired = (id?: string) => before.some((each) => each.id === id && shownState(each, at) === 'expired')
    const asked = told.filter(({ what }) => what === 'homeowner chooses it')
    const undone = told.filter(({ what, isDone }) => isDone && what === 'homeowner undoes the choice')
    for (const [place, found] of [choices(told), undone, asked.filter(({ id }) => isExpired(id))].entries())
      counts[place] = (counts[place] ?? 0) + found.length
    before = after
  }
  return counts
}

test('written in any order, several at once and with the clock going on: the same holds of the states of prices', async () => {
  const [rounds, batches] = [40, 15]
  const all = Array.from({ length: rounds }, (_, round) => drawRound(1_000 + round, batches))
  const sums = [0, 0, 0]
  // Several leads at the same time, for most of the time goes by in waiting for the database.
  for (let first = 0; first < rounds; first += 8) {
    const played = await Promise.all(all.slice(first, first + 8).map(play))
    for (const counts of played) counts.forEach((count, place) => (sums[place] = (sums[place] ?? 0) + count))
  }
  // Each of what the rules are about did come up.
  for (const sum of sums) expect(sum).toBeGreaterThan(rounds / 4)
})
