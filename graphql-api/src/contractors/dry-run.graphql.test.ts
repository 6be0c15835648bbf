import { ContractorModel } from '@kerbside/schema/contractors/contractor.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { newOffer, type Offer } from '@kerbside/schema/offers/offer'
import { aContractor, aLead } from '@kerbside/schema/testing/factories'
import { beforeEach, expect, test } from 'vitest'
import { signInAs, useTestApp } from '../testing/test-app.ts'
import { defaultSettings } from '@kerbside/schema/settings/settings'

const maximumFirms = defaultSettings.firmsPerLead

const app = useTestApp()
let manager = ''
beforeEach(async () => {
  manager = await signInAs('manager')
})

async function dryRun(variables: { lead?: string; postcode?: string; trade?: string }) {
  const query = `query($lead: String, $postcode: String, $trade: String) {
    dryRunMatching(lead: $lead, postcode: $postcode, trade: $trade) {
      reference trade area closed sameJob { id reference } freePlaces firms { contractorName outcome reasons }
    }
  }`
  const { data, errors } = await app.graphql(query, variables, manager)
  return { run: data?.dryRunMatching, fields: errors?.[0]?.extensions['fields'] }
}
const outcomesOf = ({ firms }: { firms: { contractorName: string; outcome: string }[] }) =>
  Object.fromEntries(firms.map(({ contractorName, outcome }) => [contractorName, outcome]))

const firm = async (name: string, changes = {}) =>
  String((await ContractorModel.create(aContractor(name, changes)))._id)
const stored = async () => JSON.stringify([await ContractorModel.find().lean(), await LeadModel.find().lean()])

test('an imagined lead goes to those that have waited longest, and every firm has its reasons; nothing is written', async () => {
  for (let number = 1; number <= maximumFirms + 1; number += 1) {
    await firm(`Firm ${number}`, { lastLeadAt: new Date(Date.UTC(2026, 0, number)) })
  }
  await firm('Elsewhere', { areas: [{ kind: 'outcode', value: 'M1' }] })
  await firm('Paused', { pausedUntil: new Date(Date.now() + 60_000), trades: ['extensions'] })
  const before = await stored()
  const { run } = await dryRun({ postcode: 'sw1a1aa', trade: 'driveways' })
  expect(run).toMatchObject({
    reference: null,
    trade: 'driveways',
    area: 'South West London (SW1A)',
    closed: null,
    freePlaces: 5,
  })
  expect(outcomesOf(run)).toEqual({
    ...Object.fromEntries([1, 2, 3, 4, 5].map((number) => [`Firm ${number}`, 'OFFERED'])),
    'Firm 6': 'NEXT_IN_LINE',
    Elsewhere: 'NOT_SUITABLE',
    Paused: 'NOT_SUITABLE',
  })
  const reasons = Object.fromEntries(
    run.firms.map(({ contractorName, reasons: own }: { contractorName: string; reasons: string[] }) => [
      contractorName,
      own,
    ]),
  )
  expect(reasons).toMatchObject({
    'Firm 1': ['Does driveways', 'Works in SW1A'],
    'Firm 6': ['Does driveways', 'Works in SW1A', 'Next in line: all 5 places are taken'],
    Elsewhere: ['Does not work in SW1A'],
    Paused: ['The firm is paused', 'Does not do driveways'],
  })
  expect(await stored()).toBe(before)
})

test('a real lead is found by its reference or number, and firms that had an offer are not asked again', async () => {
  const declined = await firm('Declined')
  await firm('Fresh')
  const offer: Offer = {
    contractorId: declined,
    contractorName: 'Declined',
    state: 'declined',
    offeredAt: new Date(),
    expiresAt: new Date(),
    decidedAt: new Date(),
  }
  const lead = await LeadModel.create(aLead(7, { offers: [offer] }))
  const { run } = await dryRun({ lead: ` ${lead.reference.toLowerCase()} ` })
  expect(run.reference).toBe(lead.reference)
  expect(run.firms).toEqual([
    { contractorName: 'Declined', outcome: 'ASKED', reasons: ['Was offered this lead before: declined'] },
    { contractorName: 'Fresh', outcome: 'OFFERED', reasons: ['Does driveways', 'Works in SW1A'] },
  ])
  expect((await dryRun({ lead: '7' })).run).toEqual(run)
})

test('leads that are the same job are named, with the firms that have it and the places that are left', async () => {
  const createdAt = new Date()
  const has = await firm('Has it')
  await firm('Fresh')
  const offer = newOffer({ contractorId: has, contractorName: 'Has it' }, createdAt, { hours: 24, sendAt: null })
  const { reference } = await LeadModel.create(aLead(6, { createdAt, offers: [offer] }))
  await LeadModel.create(aLead(7, { createdAt: new Date(createdAt.getTime() + 1) }))
  const { run } = await dryRun({ lead: '7' })
  expect(run).toMatchObject({
    sameJob: [{ id: '6', reference }],
    freePlaces: 4,
    firms: [
      {
        contractorName: 'Has it',
        outcome: 'ASKED',
        reasons: [`Was asked about this job already, by ${reference} of the same homeowner`],
      },
      { contractorName: 'Fresh', outcome: 'OFFERED' },
    ],
  })
})

test('an imported lead is offered by hand only', async () => {
  await LeadModel.create(aLead(7, { importId: 'i' }))
  expect((await dryRun({ lead: '7' })).run.closed).toBe('An imported lead is offered to firms by hand only.')
})

test('a closed lead would be offered to nobody', async () => {
  await firm('Suitable')
  await LeadModel.create(aLead(7, { status: 'lost' }))
  const { run } = await dryRun({ lead: '7' })
  expect([run.closed, outcomesOf(run)]).toEqual(['A lost lead is offered to nobody.', { Suitable: 'NEXT_IN_LINE' }])
  await LeadModel.updateOne({ _id: 7 }, { status: 'new', sharingStoppedAt: new Date() })
  expect((await dryRun({ lead: '7' })).run.closed).toBe('The homeowner wants no more firms to hear of this job.')
})

test('without a postcode only nationwide firms are suitable', async () => {
  await firm('Local')
  await firm('Nationwide', { areas: [{ kind: 'nationwide', value: 'GB' }] })
  const { run } = await dryRun({ trade: 'driveways' })
  expect([run.area, outcomesOf(run)]).toEqual([null, { Local: 'NOT_SUITABLE', Nationwide: 'OFFERED' }])
})

test.each([
  [{ lead: 'KB-ZZZZZZ' }, 'lead'],
  [{ lead: '{"$gt":""}' }, 'lead'],
  [{ lead: 'x'.repeat(51) }, 'lead'],
  [{ postcode: 'SW1A 1AA' }, 'trade'],
  [{ trade: 'plumbing' }, 'trade'],
  [{ trade: 'driveways', postcode: 'nowhere' }, 'postcode'],
])('%j is BAD_USER_INPUT with its field %s', async (variables, field) => {
  expect(Object.keys((await dryRun(variables)).fields as object)).toEqual([field])
})
