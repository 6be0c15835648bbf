/**
 * What people can do to leads and their offers, as commands of fast-check, beside a simple model of what must be true
 * afterwards; what workers and accidents do is in offers-model-work.ts. The commands use the services and handlers of api
 * and worker on a real MongoDB, Redis and mail server.
 */
import { manageLink } from '@kerbside/schema/links/signed-link'
import { ContractorModel, type ContractorRecord } from '@kerbside/schema/contractors/contractor.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import type { LeadStatus } from '@kerbside/schema/leads/lead'
import { takesPlace, type Offer } from '@kerbside/schema/offers/offer'
import { undoMs } from '@kerbside/schema/time/undo'
import { aContractor } from '@kerbside/schema/testing/factories'
import fc from 'fast-check'
import { deleteContractor, updateContractor } from '../../graphql-api/src/contractors/change-contractors.service.ts'
import { changeLead } from '../../graphql-api/src/leads/change-lead.ts'
import { restAnswers } from '../../graphql-api/src/testing/quotes.ts'
import { offerEmails, type House } from './offers-model-checks.ts'
import { command, emptyRedis, pass, pick, work, workAll, workTwice, type Command } from './offers-model-work.ts'
import { signLink } from '../../graphql-api/src/testing/sign-link.ts'

let contacts = 0
/** The same submission twice is one lead. */
const submit = (times: number) =>
  command(
    `submit ×${times}`,
    async (model, { app }) => {
      contacts += 1
      const body = {
        ...restAnswers(),
        email: `homeowner-${contacts}@homes.example`,
        mobile: `07700 9${String(contacts).padStart(5, '0')}`,
        submission_id: crypto.randomUUID(),
      }
      const answers = await Promise.all(
        Array.from({ length: times }, () => app.request('POST', '/api/quote', { body })),
      )
      const ids = new Set(answers.map((answer) => answer.body.data.id))
      if (ids.size !== 1) throw new Error(`${ids.size} leads of one submission`)
      model.leads.push({
        id: [...ids][0],
        isOpen: true,
        isErased: false,
        accepted: new Set(),
        stoppedAfter: null,
        undone: new Set(),
      })
    },
    false,
  )

/** A firm presses a button of its offer, perhaps twice at the same moment. */
const decide = (decision: 'accept' | 'decline', lead: number, firm: number, times: number) =>
  command(`${decision} ×${times} lead ${lead} firm ${firm}`, async (model, house) => {
    const { app, clock } = house
    const known = pick(model.leads, lead)
    const before = await LeadModel.findById(known.id).lean().orFail()
    const offered = before.offers.filter(({ state }) => state === 'offered')
    const contractorId = offered.length > 0 ? pick(offered, firm).contractorId : pick(house.firmIds, firm)
    const record = await ContractorModel.findById(contractorId).lean().orFail()
    const open = before.offers.some((offer) => offer.contractorId === contractorId && isOpenAt(offer, clock.now()))
    const hasRoom = known.accepted.size < before.maximumFirms
    const may = decision === 'accept' && open && known.isOpen && hasRoom && isEntitled(record, clock.now())

    const token = await signLink(app.deps, { purpose: 'offer', leadId: known.id, contractorId }, inAnHour(clock))
    const path = `/offers/${token}/${decision}`
    await Promise.all(Array.from({ length: times }, () => app.request('POST', path)))

    const after = await LeadModel.findById(known.id).lean().orFail()
    const hasAccepted = after.offers.some((offer) => offer.contractorId === contractorId && offer.state === 'accepted')
    if (hasAccepted !== (may || known.accepted.has(contractorId))) {
      throw new Error(`${contractorId} ${hasAccepted ? 'accepted' : 'did not accept'} lead ${known.id}`)
    }
    if (hasAccepted) known.accepted.add(contractorId)
  })

/** A firm takes its no back, twice at the same moment: in time it has its offer again if there is room, and never else. */
const undo = (lead: number, firm: number) =>
  command(`undo lead ${lead} firm ${firm}`, async (model, { app, clock }) => {
    const known = pick(model.leads, lead)
    const before = await LeadModel.findById(known.id).lean().orFail()
    const noes = before.offers.filter(({ state }) => state === 'declined')
    if (noes.length === 0) return
    const { contractorId, decidedAt } = pick(noes, firm)
    const token = await signLink(app.deps, { purpose: 'offer', leadId: known.id, contractorId }, inAnHour(clock))
    const [at, held] = [clock.now().getTime(), before.offers.filter(takesPlace)]
    await Promise.all([1, 2].map(() => app.request('POST', `/offers/${token}/undo`)))
    const after = await LeadModel.findById(known.id).lean().orFail()
    const offer = after.offers.findLast((each) => each.contractorId === contractorId)
    if (offer?.state !== 'offered') return
    const isInTime = at < (decidedAt?.getTime() ?? 0) + undoMs
    const isOther = held.some((each) => each.contractorId === contractorId)
    if (isOther) return
    if (!isInTime || !known.isOpen || held.length >= before.maximumFirms) throw new Error(`${contractorId} came back`)
    known.undone.add(contractorId)
  })

const isOpenAt = ({ state, expiresAt }: Offer, at: Date) => state === 'offered' && expiresAt > at
const inAnHour = ({ now }: House['clock']) => new Date(now().getTime() + 3_600_000)

const isEntitled = ({ active, verifiedUntil }: ContractorRecord, at: Date) =>
  active && verifiedUntil !== null && verifiedUntil > at

const limits = {
  pause: (at: Date) => ({ pausedUntil: new Date(at.getTime() + 172_800_000) }),
  lapse: (at: Date) => ({ verifiedUntil: new Date(at.getTime() - 1_000) }),
  'switch off': () => ({ active: false }),
}

const limit = (how: keyof typeof limits, firm: number) =>
  command(
    `${how} firm ${firm}`,
    async (model, { app, clock, firmIds }) => {
      model.hadLimits = true
      const contractorId = pick(firmIds, firm)
      await updateContractor(app.contextOf(admin), contractorId, limits[how](clock.now()))
      const open = { offers: { $elemMatch: { contractorId, state: 'offered' as const } } }
      if (how === 'switch off' && (await LeadModel.exists(open))) throw new Error(`${contractorId} kept an open offer`)
    },
    false,
  )

/** A firm is deleted, perhaps by two admins at once: its open offers end, and what it had accepted stays with the lead. */
const remove = (firm: number) =>
  command(
    `delete firm ${firm}`,
    async (model, { app, firmIds }) => {
      if (firmIds.length <= fewestFirms) return
      const contractorId = pick(firmIds, firm)
      const ctx = app.contextOf(admin)
      await Promise.allSettled([deleteContractor(ctx, contractorId), deleteContractor(ctx, contractorId)])
      if (await ContractorModel.exists({ _id: contractorId })) throw new Error(`${contractorId} was not deleted`)
      const open = { offers: { $elemMatch: { contractorId, state: 'offered' as const } } }
      if (await LeadModel.exists(open)) throw new Error(`${contractorId} is gone and has an open offer`)
      firmIds.splice(firmIds.indexOf(contractorId), 1)
      model.hadLimits = true
    },
    false,
  )

/** So many stay that leads can still be offered. */
const fewestFirms = 5

const admin = {
  id: '0'.repeat(24),
  name: 'Ada',
  email: 'ada@kerbside.test',
  role: 'admin' as const,
  sessionId: 'none',
}

const move = (lead: number, status: LeadStatus) =>
  command(`lead ${lead} is ${status}`, async (model, { app }) => {
    const known = pick(model.leads, lead)
    await changeLead(app.contextOf(admin), String(known.id), { status }).catch((error: { code?: string }) => {
      // This move is not allowed, or nothing of an erased lead is changed any more.
      if (error.code !== 'INVALID' && !(known.isErased && error.code === 'CONFLICT')) throw error
    })
    const { status: now } = await LeadModel.findById(known.id, 'status').lean().orFail()
    known.isOpen = now !== 'lost' && now !== 'converted' && known.stoppedAfter === null
  })

/** The homeowner presses a button of their own page, twice at the same moment. */
const press = (lead: number, button: 'enough' | 'stop' | 'erase') =>
  command(`${button} lead ${lead}`, async (model, house) => {
    const known = pick(model.leads, lead)
    const { email } = await LeadModel.findById(known.id, 'email').lean().orFail()
    const token = await house.app.deps.links.sign(manageLink(known.id, email), inAnHour(house.clock))
    const send = () => house.app.request('POST', `/manage/${token}/${button}`)
    const answers = await Promise.all([send(), send()])
    const expected = known.isErased ? [410] : button === 'erase' ? [303, 410] : [303]
    for (const { status } of answers) if (!expected.includes(status)) throw new Error(`${button}: ${status}`)
    known.isOpen = false
    known.isErased ||= button === 'erase'
    known.stoppedAfter ??= await offerEmails(house, known.id)
  })

const small = fc.nat({ max: 7 })
const times = fc.constantFrom(1, 2)

export const commands: fc.Arbitrary<Command>[] = [
  times.map(submit),
  fc.tuple(small, small, times).map(([lead, firm, presses]) => decide('accept', lead, firm, presses)),
  fc.tuple(small, small, times).map(([lead, firm, presses]) => decide('accept', lead, firm, presses)),
  fc.tuple(small, small, times).map(([lead, firm, presses]) => decide('decline', lead, firm, presses)),
  fc.tuple(small, small).map(([lead, firm]) => undo(lead, firm)),
  fc.tuple(fc.constantFrom('pause', 'lapse', 'switch off'), small).map(([how, firm]) => limit(how, firm)),
  small.map(remove),
  fc.tuple(small, fc.constantFrom('contacted', 'lost', 'converted')).map(([lead, status]) => move(lead, status)),
  fc.tuple(small, fc.constantFrom('enough', 'stop', 'erase')).map(([lead, button]) => press(lead, button)),
  fc.tuple(small, fc.constantFrom('done', 'killed', 'repeated')).map(([number, fate]) => work(number, fate)),
  small.map(workTwice),
  fc.constant(workAll),
  fc.constantFrom(0.02, 1, 25).map(pass),
  fc.constant(emptyRedis),
]

export async function addHouseFirms(count: number, now: Date): Promise<string[]> {
  const verifiedUntil = new Date(now.getTime() + 1_000 * 86_400_000)
  const firms = Array.from({ length: count }, (_, index) =>
    aContractor(`Firm ${index}`, { verifiedUntil, offerEmails: index < count / 2 ? 'single' : 'daily' }),
  )
  return (await ContractorModel.create(firms)).map(({ id }) => String(id))
}
