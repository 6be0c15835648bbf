import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { LeadModel, type LeadRecord } from '@kerbside/schema/leads/lead.model'
import { aLead } from '@kerbside/schema/testing/factories'
import { beforeEach, expect, test } from 'vitest'
import { createSession, createUser, useTestApp } from '../testing/test-app.ts'
import { sendFollowUp } from './send-follow-up.ts'

const app = useTestApp()
let viewer: Awaited<ReturnType<typeof createSession>>['viewer']
beforeEach(async () => {
  await app.deps.queues.mail.obliterate({ force: true })
  viewer = (await createSession(await createUser('manager'))).viewer
})

const followUpId = '0f7a3c1e-5b2d-4a86-9c1f-2d3e4f5a6b7c'
const store = (id: number, changes: Partial<LeadRecord> = {}) => LeadModel.create(aLead(id, changes))
const send = (id: number, followUp: { followUpId?: string; text?: string; version?: number } = {}) => {
  const { version = null, ...changes } = followUp
  return sendFollowUp(
    app.contextOf(viewer),
    { id: String(id), version },
    { followUpId, text: 'Still looking?', ...changes },
  )
}
/** The sentence for which no email is sent. */
const reasonOf = async (sent: ReturnType<typeof send>): Promise<string> => {
  const error: { message: string; fields?: Record<string, string[]> } = await sent.then(
    () => ({ message: 'sent' }),
    (reason: unknown) => reason as Error,
  )
  return Object.values(error.fields ?? {}).flat()[0] ?? error.message
}
const emails = async () => (await DeliveryModel.find({}, '_id').sort({ _id: 1 }).lean()).map(({ _id }) => _id)
const emailOf = (lead: number, id = followUpId) => `lead-${lead}-follow-up-${id}`

test('the homeowner gets one email, and it is recorded with who, when and what; the status stays', async () => {
  await store(1)
  await send(1, { version: 1 })
  const lead = await LeadModel.findById(1).lean().orFail()
  expect(lead).toMatchObject({ status: 'new', version: 2, contactedAt: expect.any(Date) })
  expect(lead.activity).toMatchObject([
    { kind: 'follow-up-sent', by: { name: 'The manager' }, text: 'Still looking?', followUpId },
  ])
  expect(await DeliveryModel.find().lean()).toMatchObject([
    { _id: emailOf(1), kind: 'follow-up', leadId: 1, userId: null, contractorId: null, state: 'queued' },
  ])
  const jobs = (await app.deps.queues.mail.getJobs()).map(({ data }): string => data.deliveryId)
  expect(jobs).toEqual([emailOf(1)])
})

test('the same again sends nothing, also ten times at once; another id is another email', async () => {
  await store(1)
  await Promise.all(Array.from({ length: 10 }, () => send(1)))
  expect(await emails()).toEqual([emailOf(1)])
  expect((await LeadModel.findById(1).lean())?.activity).toHaveLength(1)

  const another = '1f7a3c1e-5b2d-4a86-9c1f-2d3e4f5a6b7c'
  await send(1, { followUpId: another })
  expect(await emails()).toEqual([emailOf(1), emailOf(1, another)])
})

test('its id with another text is rejected, because the first one was sent', async () => {
  await store(1)
  await send(1)
  const reason = await reasonOf(send(1, { text: 'Something else' }))
  expect(reason).toBe('This follow-up was sent before, with another text.')
})

test('a lead that may get no email gets none, and the reason is told', async () => {
  await store(1, { status: 'lost' })
  await store(2, { email: '' })
  await store(3, { sharingStoppedAt: new Date() })
  await store(5, { version: 7 })
  expect(await reasonOf(send(1))).toBe('A lost lead gets no email. Reopen it first.')
  expect(await reasonOf(send(2))).toBe('The lead has no email address.')
  expect(await reasonOf(send(3))).toBe('The homeowner has asked for no further contact.')
  expect(await reasonOf(send(5, { version: 6 }))).toContain('A colleague has just changed this lead')
  expect(await reasonOf(send(6))).toContain('could not be found')
  expect(await emails()).toEqual([])
})

test('a lead has room for 100 follow-ups', async () => {
  const by = { id: 'u', name: 'Mia' }
  const entry = { kind: 'follow-up-sent' as const, at: new Date(), by, text: 'Yes?' }
  await store(1, { activity: Array.from({ length: 100 }, (_, index) => ({ ...entry, followUpId: `f${index}` })) })
  expect(await reasonOf(send(1))).toBe('No more than 100 follow-ups can be sent for one lead.')
})
