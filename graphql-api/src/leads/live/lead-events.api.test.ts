import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { aLead } from '@kerbside/schema/testing/factories'
import { UserModel } from '@kerbside/schema/users/user.model'
import { expect, test } from 'vitest'
import { createSession, createUser, signInAs, useTestApp, type Json } from '../../testing/test-app.ts'

const app = useTestApp({ RATE_LIMITS: 'off' })
const operation = 'subscription { leadEvents { kind leadId lead { id status fullName } } }'

type Results = Awaited<ReturnType<typeof app.subscribe>>['results']

/** The next event of this kind; others on the way are skipped. */
async function nextOf(results: Results, kind: string): Promise<Json> {
  for (;;) {
    const { value, done } = await results.next()
    if (done) throw new Error(`The events ended before ${kind}`)
    if (value.errors) throw new Error(JSON.stringify(value.errors))
    if (value.data.leadEvents.kind === kind) return value.data.leadEvents
  }
}

test('who listens is told to load, then of new, changed and deleted leads, whoever made the change', async () => {
  const { response, results, leave } = await app.subscribe(operation, await signInAs('manager'))
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(await nextOf(results, 'RELOAD')).toEqual({ kind: 'RELOAD', leadId: null, lead: null })

  // Past the api, as the worker writes.
  await LeadModel.create(aLead(7))
  expect(await nextOf(results, 'RECEIVED')).toMatchObject({ leadId: '7', lead: { id: '7', status: 'NEW' } })
  await LeadModel.updateOne({ _id: 7 }, { status: 'contacted' })
  expect(await nextOf(results, 'CHANGED')).toMatchObject({ leadId: '7', lead: { status: 'CONTACTED' } })
  await LeadModel.deleteOne({ _id: 7 })
  expect(await nextOf(results, 'DELETED')).toEqual({ kind: 'DELETED', leadId: '7', lead: null })
  await leave()
})

test('of very many changes at once who listens is told to load, and of a few later ones each', async () => {
  const { results, leave } = await app.subscribe(operation, await signInAs('admin'))
  await nextOf(results, 'RELOAD')
  await LeadModel.insertMany(Array.from({ length: 200 }, (_, index) => aLead(index + 1)))
  await nextOf(results, 'RELOAD')
  await LeadModel.create(aLead(999))
  // Where the machine is slow, the last of the many come as a few later ones do.
  const received: unknown[] = []
  while (received.at(-1) !== '999') received.push((await nextOf(results, 'RECEIVED'))['leadId'])
  expect(received.length).toBeLessThan(100)
  await leave()
})

test('who is deactivated hears of no further lead', async () => {
  const user = await createUser('manager')
  const { results } = await app.subscribe(operation, (await createSession(user)).token)
  await nextOf(results, 'RELOAD')
  await UserModel.updateOne({ _id: user._id }, { status: 'inactive' })
  await LeadModel.create(aLead(8))
  const { value } = await results.next()
  expect(value.errors[0].extensions.code).toBe('UNAUTHENTICATED')
  expect(JSON.stringify(value)).not.toContain('"8"')
  expect((await results.next()).done).toBe(true)
})

test('sixty listen at once, and each hears of a lead', async () => {
  const user = await createUser('manager')
  const tokens = await Promise.all(Array.from({ length: 3 }, async () => (await createSession(user)).token))
  const listeners = await Promise.all(
    Array.from({ length: 60 }, (_, at) => app.subscribe(operation, tokens[at % tokens.length])),
  )
  await Promise.all(listeners.map(({ results }) => nextOf(results, 'RELOAD')))
  await LeadModel.create(aLead(9))
  const heard = await Promise.all(listeners.map(({ results }) => nextOf(results, 'RECEIVED')))
  expect(heard.every(({ leadId }) => leadId === '9')).toBe(true)
  await Promise.all(listeners.map(({ leave }) => leave()))
})

test('one session has twenty streams at most, and a closed one makes room', async () => {
  const token = await signInAs('manager')
  const streams = []
  for (let at = 0; at < 20; at += 1) {
    const stream = await app.subscribe(operation, token)
    await nextOf(stream.results, 'RELOAD')
    streams.push(stream)
  }
  const first = async () => (await (await app.subscribe(operation, token)).results.next()).value
  expect((await first()).errors[0].extensions.code).toBe('RATE_LIMITED')
  await streams.pop()?.leave()
  await expect.poll(async () => (await first()).data?.leadEvents.kind).toBe('RELOAD')
  await Promise.all(streams.map(({ leave }) => leave()))
})

test('nobody else may listen, and errors of the operation are named', async () => {
  const first = async (query: string, token: string | null) =>
    (await (await app.subscribe(query, token)).results.next()).value.errors[0].extensions
  expect((await first(operation, null)).code).toBe('UNAUTHENTICATED')
  expect((await first(operation, await signInAs('user'))).code).toBe('FORBIDDEN')
  expect(await first('subscription { leadEvents { nothing } }', await signInAs('manager'))).toMatchObject({
    code: 'BAD_USER_INPUT',
    fields: { query: [expect.stringContaining('nothing')] },
  })
})

test('a subscription needs a client that reads events', async () => {
  const { errors } = await app.graphql(operation, {}, await signInAs('manager'))
  expect(errors?.[0]?.message).toBe('Send Accept: text/event-stream with a subscription.')
})

test('when the process stops, whoever listens is told that it ended', async () => {
  const other = app.deps.leadEvents
  const listening = other.listen(new AbortController().signal)
  await listening.next()
  other.close()
  expect((await listening.next()).done).toBe(true)
})
