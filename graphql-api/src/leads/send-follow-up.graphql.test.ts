import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { LeadModel, type LeadRecord } from '@kerbside/schema/leads/lead.model'
import { aLead } from '@kerbside/schema/testing/factories'
import { beforeEach, expect, test } from 'vitest'
import { signInAs, useTestApp } from '../testing/test-app.ts'

const app = useTestApp()
let manager = ''
beforeEach(async () => {
  await app.deps.queues.mail.obliterate({ force: true })
  manager = await signInAs('manager')
})

const followUpId = '0f7a3c1e-5b2d-4a86-9c1f-2d3e4f5a6b7c'
const store = (id: number, changes: Partial<LeadRecord> = {}) => LeadModel.create(aLead(id, changes))
const send = (changes: object = {}) =>
  app.graphql(
    `mutation ($ids: [ID!]!, $followUpId: ID!, $message: String!, $versions: [Int!]) {
      sendFollowUps(ids: $ids, followUpId: $followUpId, message: $message, versions: $versions) {
        changedIds unchangedIds skipped { id reason message }
      }
    }`,
    { ids: ['1'], followUpId, message: 'Still looking?', ...changes },
    manager,
  )
const outcome = async (changes: object = {}) => (await send(changes)).data.sendFollowUps
const mails = async () => (await DeliveryModel.find({}, '_id').sort({ _id: 1 }).lean()).map(({ _id }) => _id)
const mailOf = (lead: number, id = followUpId) => `lead-${lead}-follow-up-${id}`

test('each homeowner gets one email, and it is recorded with who, when and what; the status stays', async () => {
  await store(1)
  await store(2, { status: 'contacted' })
  expect(await outcome({ ids: ['1', '2'], message: ' Still looking? ', versions: [1, 1] })).toEqual({
    changedIds: ['1', '2'],
    unchangedIds: [],
    skipped: [],
  })
  const lead = await LeadModel.findById(1).lean().orFail()
  expect(lead).toMatchObject({ status: 'new', version: 2, contactedAt: expect.any(Date) })
  expect(lead.activity).toMatchObject([
    { kind: 'follow-up-sent', by: { name: 'The manager' }, text: 'Still looking?', followUpId },
  ])
  expect(await DeliveryModel.find().sort({ _id: 1 }).lean()).toMatchObject([
    { _id: mailOf(1), kind: 'follow-up', leadId: 1, userId: null, contractorId: null, state: 'queued' },
    { _id: mailOf(2), leadId: 2 },
  ])
  const jobs = (await app.deps.queues.mail.getJobs()).map(({ data }): string => data.deliveryId)
  expect(jobs.toSorted()).toEqual([mailOf(1), mailOf(2)])
})

test('the same again sends nothing, also ten times at once; another id is another email', async () => {
  await store(1)
  const answers = await Promise.all(Array.from({ length: 10 }, () => outcome()))
  expect(answers.filter(({ changedIds }) => changedIds.length === 1).length).toBeGreaterThan(0)
  expect(answers.flatMap(({ skipped }) => skipped)).toEqual([])
  expect(await mails()).toEqual([mailOf(1)])
  expect((await LeadModel.findById(1).lean())?.activity).toHaveLength(1)
  expect(await outcome()).toMatchObject({ changedIds: [], unchangedIds: ['1'] })

  const another = '1f7a3c1e-5b2d-4a86-9c1f-2d3e4f5a6b7c'
  await outcome({ followUpId: another })
  expect(await mails()).toEqual([mailOf(1), mailOf(1, another)])
})

test('its id with another text is skipped, because the first one was sent', async () => {
  await store(1)
  await send()
  expect((await outcome({ message: 'Something else' })).skipped).toEqual([
    { id: '1', reason: 'NOT_ALLOWED', message: 'This follow-up was sent before, with another text.' },
  ])
})

test('leads that may get no email are skipped with the reason, and hold up no other', async () => {
  await store(1, { status: 'lost' })
  await store(2, { email: '' })
  await store(3, { sharingStoppedAt: new Date() })
  await store(4)
  await store(5, { version: 7 })
  const { changedIds, skipped } = await outcome({ ids: ['1', '2', '3', '4', '5', '6'], versions: [1, 1, 1, 1, 6, 1] })
  expect(changedIds).toEqual(['4'])
  expect(skipped.map(({ id, message }: Record<string, string>) => [id, message])).toEqual([
    ['1', 'A lost lead gets no email. Reopen it first.'],
    ['2', 'The lead has no email address.'],
    ['3', 'The homeowner has asked for no further contact.'],
    ['5', expect.stringContaining('A colleague has just changed this lead')],
    ['6', expect.stringContaining('could not be found')],
  ])
  expect(await mails()).toEqual([mailOf(4)])
})

test.each([
  [{ message: '  ' }, 'message'],
  [{ message: 'x'.repeat(2_001) }, 'message'],
  [{ followUpId: 'mine' }, 'followUpId'],
  [{ ids: Array.from({ length: 201 }, (_, index) => String(index)) }, 'ids'],
])('%o is rejected by the name of its field', async (changes, field) => {
  await store(1)
  const error = (await send(changes)).errors?.[0]?.extensions
  expect(Object.keys((error?.['fields'] ?? {}) as object)).toEqual([field])
  expect(await mails()).toEqual([])
})

test('a lead has room for 100 follow-ups', async () => {
  const by = { id: 'u', name: 'Mia' }
  const entry = { kind: 'follow-up-sent' as const, at: new Date(), by, text: 'Yes?' }
  await store(1, { activity: Array.from({ length: 100 }, (_, index) => ({ ...entry, followUpId: `f${index}` })) })
  expect((await outcome()).skipped).toMatchObject([
    { message: 'No more than 100 follow-ups can be sent for one lead.' },
  ])
})
