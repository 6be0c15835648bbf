import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { aLead } from '@kerbside/schema/testing/factories'
import { UserModel, type UserRecord } from '@kerbside/schema/users/user.model'
import { beforeEach, expect, test } from 'vitest'
import { createSession, createUser, useTestApp } from '../testing/test-app.ts'
import { changeLead } from './change-lead.ts'

const app = useTestApp()
let writer: UserRecord
let session: Awaited<ReturnType<typeof createSession>>
let sam: UserRecord
beforeEach(async () => {
  await app.deps.queues.mail.obliterate({ force: true })
  writer = await createUser('manager', { name: 'Mia Walsh' })
  session = await createSession(writer)
  sam = await createUser('admin', { name: 'Sam Reid' })
  await LeadModel.create([aLead(1), aLead(2)])
})

const note = async (text: string, id = '1') => {
  const { data, errors } = await app.graphql(
    `mutation ($id: ID!, $text: String!) { addLeadNote(id: $id, text: $text) { activity { text mentions { id name } } } }`,
    { id, text },
    session.token,
  )
  expect(errors).toBeUndefined()
  return data.addLeadNote.activity.at(-1)
}
const assign = (ids: string[], user: UserRecord | null) =>
  app.graphql(
    'mutation ($ids: [ID!]!, $userId: ID) { assignLeads(ids: $ids, userId: $userId) { id } }',
    { ids, userId: user && String(user._id) },
    session.token,
  )
const emails = async () => {
  const found = await DeliveryModel.find().sort({ _id: 1 }).lean()
  return found.map(({ kind, leadId, userId, state }) => ({ kind, leadId, userId, state }))
}
const emailTo = (user: UserRecord, kind: 'mention' | 'assignment', leadId = 1) => ({
  kind,
  leadId,
  userId: String(user._id),
  state: 'queued',
})
const queued = async () => (await app.deps.queues.mail.getJobs()).map(({ data }): string => data.deliveryId).toSorted()
const named = ({ _id, name }: UserRecord) => ({ id: String(_id), name })

test('a note stores whom it mentions, and each of them gets one email, but not who wrote it', async () => {
  const zoe = await createUser('manager', { name: 'Zoë' })
  const text = '@sam reid, @Sam Reid and @Zoë: ask @Mia Walsh or a@zoë.'
  expect(await note(text)).toEqual({ text, mentions: [named(sam), named(zoe), named(writer)] })
  const expected = [emailTo(sam, 'mention'), emailTo(zoe, 'mention')]
  expect(await emails()).toEqual(expect.arrayContaining(expected))
  expect(await emails()).toHaveLength(2)
  expect(await queued()).toEqual((await DeliveryModel.distinct('_id')).toSorted())

  expect(await note('Nobody is meant: @Samuel, Sam Reid')).toMatchObject({ mentions: [] })
  expect(await emails()).toHaveLength(2)
})

test('only who may work on leads is mentioned; of two with the same name both are', async () => {
  await createUser('user', { name: 'Ben Low' })
  await createUser('manager', { name: 'Ann Old', status: 'inactive' })
  const namesake = await createUser('manager', { name: 'Sam Reid' })
  expect(await note('@Ben Low @Ann Old')).toMatchObject({ mentions: [] })
  expect(await emails()).toEqual([])
  expect((await note('@Sam Reid')).mentions).toHaveLength(2)
  expect(await emails()).toEqual(expect.arrayContaining([emailTo(sam, 'mention'), emailTo(namesake, 'mention')]))
})

test('notes of ten colleagues at the same moment are ten emails', async () => {
  await Promise.all(Array.from({ length: 10 }, (_, index) => note(`@Sam Reid: ${index}`)))
  expect(await emails()).toEqual(Array(10).fill(emailTo(sam, 'mention')))
  expect(await queued()).toHaveLength(10)
})

test('whoever is given a lead gets one email for each, by any endpoint; taking it for oneself is none', async () => {
  await assign(['1', '2'], sam)
  await assign(['1', '2'], sam)
  expect(await emails()).toEqual([emailTo(sam, 'assignment'), emailTo(sam, 'assignment', 2)])
  await assign(['1'], writer)
  await assign(['2'], null)
  expect(await emails()).toHaveLength(2)
  const body = { assigned_to: String(sam._id), follow_up_at: '2026-12-01T09:00:00Z' }
  await app.request('PATCH', '/api/quote/1', { token: session.token, body })
  expect(await emails()).toHaveLength(3)
  expect(await queued()).toHaveLength(3)
})

test('without Redis the email is stored for the worker to find; a change that is not made stores none', async () => {
  const away = { ...app.contextOf(session.viewer), enqueueAll: () => Promise.reject(new Error('Redis is away')) }
  await changeLead(away, '1', { text: '@Sam Reid', version: 1 })
  expect(await emails()).toEqual([emailTo(sam, 'mention')])
  expect((await DeliveryModel.findOne().lean())?.nextTryAt).toBeInstanceOf(Date)
  await expect(changeLead(away, '1', { text: '@Sam Reid', version: 1 })).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await emails()).toHaveLength(1)
})

test('a note whose email cannot be stored is not stored either', async () => {
  const broken = { ...app.contextOf(session.viewer), now: () => new Date(8_640_000_000_000_000) }
  await expect(changeLead(broken, '1', { text: '@Sam Reid' })).rejects.toThrow(/Invalid|Cast/)
  expect(await LeadModel.findById(1).lean()).toMatchObject({ version: 1 })
  expect(await emails()).toEqual([])
})

test('such emails are not among those of the lead, staff cannot resend them, and they go with lead or person', async () => {
  await note('@Sam Reid')
  await assign(['2'], sam)
  await DeliveryModel.updateMany({}, { state: 'failed' })
  const lead = await app.graphql('{ lead(id: "1") { deliveries { id } } }', {}, session.token)
  expect(lead.data.lead.deliveries).toEqual([])
  const [first] = await DeliveryModel.find({ leadId: 1 }).lean()
  const retry = `mutation { retryDelivery(id: "${first?._id}") { id } }`
  expect((await app.graphql(retry, {}, session.token)).errors?.[0]?.extensions).toEqual({ code: 'NOT_FOUND' })

  const admin = (await createSession(sam)).token
  await app.graphql('mutation { deleteLeads(ids: ["1"]) { deletedIds } }', {}, admin)
  expect(await DeliveryModel.distinct('leadId')).toEqual([2])
  await createUser('admin')
  await app.graphql(`mutation { deleteUser(id: "${String(sam._id)}") }`, {}, admin)
  expect(await UserModel.countDocuments({ _id: sam._id })).toBe(0)
  expect(await DeliveryModel.countDocuments()).toBe(0)
})
