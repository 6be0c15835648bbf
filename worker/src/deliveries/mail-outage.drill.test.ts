import { ContractorModel } from '@kerbside/schema/contractors/contractor.model'
import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { findMailOutage } from '@kerbside/schema/deliveries/mail-outage.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { useDatabase } from '@kerbside/schema/testing/database'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import type { Deps } from '../deps.ts'
import { useMailSink } from '../testing/mail-sink.ts'
import {
  addFirms,
  addLead,
  addWaitingLead,
  runningWorker,
  testDeps,
  until,
  useClock,
  useWorkers,
} from '../testing/test-worker.ts'
import { endOutage, recordOutage, takeTurn, outageWait } from './mail-outage.ts'
import { queueDeliveries, queueDueDeliveries } from './queue-deliveries.ts'
import { sendDelivery } from './send-delivery.ts'

useDatabase()
useWorkers()
const sink = useMailSink()

const minute = 60_000
const hour = 60 * minute
const inState = (state: 'queued' | 'sent' | 'failed') => DeliveryModel.countDocuments({ state })

/** None is given up. An email that finds out that it must wait is claimed for that moment, and queued again. */
async function expectAllToWait(count: number) {
  await expect.poll(() => inState('queued')).toBe(count)
  expect(sink.emails).toEqual([])
}

/** Puts the clock forward, and waits until an email has looked in vain whether the server is back. */
async function stayAway(deps: Deps, clock: ReturnType<typeof useClock>, milliseconds: number) {
  clock.advance(milliseconds)
  const moved = deps.now()
  await until(async () => ((await findMailOutage())?.lastFailedAt ?? 0) >= moved)
  await until(async () => (await DeliveryModel.countDocuments({ state: 'sending' })) === 0)
}

async function addConfirmations(deps: Deps, ids: readonly number[]) {
  for (const id of ids) await addLead(id, { email: `homeowner-${id}@example.com`, createdAt: deps.now() })
  await queueDeliveries(
    deps,
    ids.map((leadId) => ({ leadId, kind: 'confirmation', contractorId: null })),
  )
}

/** What a worker logs, parsed. */
function readLog(deps: Deps) {
  const lines: { level: number; msg: string }[] = []
  deps.log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  return lines
}

test('a mail server that is away for an hour: every email goes out once, and one line says so', async () => {
  const deps = await runningWorker({ SMTP_URL: sink.url, SWEEP_EVERY_SECONDS: '1' })
  const clock = useClock(deps)
  const log = readLog(deps)
  await sink.goDown()
  await addFirms(7)
  for (const id of [1, 2, 3]) await addWaitingLead(id, { email: `homeowner-${id}@example.com` })
  await until(async () => (await DeliveryModel.countDocuments()) === 18 && (await findMailOutage()) !== null)
  for (const minutes of [20, 40]) await stayAway(deps, clock, minutes * minute)
  await expectAllToWait(18)
  // The others wait without being tried: ten at most were on their way when the server went away.
  const tries = (await DeliveryModel.find().lean()).reduce((sum, { attempts }) => sum + attempts, 0)
  expect(tries).toBeLessThan(18 + 10)

  await sink.comeBack()
  clock.advance(15 * minute)
  await until(async () => (await inState('sent')) === 18)
  expect(sink.emails).toHaveLength(18)
  expect(new Set(sink.emails.map(({ messageId }) => messageId)).size).toBe(18)
  expect(await findMailOutage()).toBeNull()
  expect(log.filter(({ msg }) => msg.includes('takes no email'))).toHaveLength(1)
  expect(log.filter(({ msg }) => msg.includes('takes email again'))).toHaveLength(1)
})

test('71 hours without a mail server lose no email, and 72 hours give up those that waited so long, each shown as failed', async () => {
  const deps = await runningWorker({ SMTP_URL: sink.url })
  const clock = useClock(deps)
  await sink.goDown()
  await addConfirmations(deps, [1, 2, 3])
  await until(async () => (await findMailOutage()) !== null)
  await stayAway(deps, clock, 71 * hour)
  await addConfirmations(deps, [4, 5])
  expect(await inState('failed')).toBe(0)
  await stayAway(deps, clock, 1.5 * hour)
  await until(async () => (await inState('failed')) === 3)
  const { lastError, refused } = await DeliveryModel.findById('lead-1-confirmation').lean().orFail()
  expect(lastError).toContain('ECONNREFUSED')
  expect(refused).toBe(false)

  await sink.comeBack()
  clock.advance(15 * minute)
  await until(async () => (await inState('sent')) === 2)
  expect(sink.emails.map(({ messageId }) => messageId).toSorted()).toEqual([
    '<lead-4-confirmation@kerbside.example>',
    '<lead-5-confirmation@kerbside.example>',
  ])
})

test('mails that waited for 71 hours go out once when the server is back', async () => {
  const deps = await runningWorker({ SMTP_URL: sink.url })
  const clock = useClock(deps)
  await sink.goDown()
  await addConfirmations(deps, [1, 2, 3, 4])
  await until(async () => (await findMailOutage()) !== null)
  await stayAway(deps, clock, 71 * hour)
  await sink.comeBack()
  clock.advance(15 * minute)
  await until(async () => (await inState('sent')) === 4)
  expect(sink.emails).toHaveLength(4)
})

test.for([
  ['greeting', 'refuses-connection'],
  ['sign-in', 'refuses-sign-in'],
  ['sender', 'refuses-sender'],
] as const)('a server that rejects us at the %s is an outage, not a rejection of the email', async ([stage, kind]) => {
  const url = stage === 'sign-in' ? sink.url.replace('//', '//kerbside:wrong@') : sink.url
  const deps = await runningWorker({ SMTP_URL: url })
  const clock = useClock(deps)
  sink.behaviour.rejectUs = stage
  await addConfirmations(deps, [1, 2])
  await until(async () => (await findMailOutage())?.kind === kind)
  await stayAway(deps, clock, 10 * minute)
  await expectAllToWait(2)
  delete sink.behaviour.rejectUs
  clock.advance(15 * minute)
  await until(async () => (await inState('sent')) === 2)
  expect(sink.emails).toHaveLength(2)
})

test.each([
  ['550 to the recipient', { rejectRecipient: () => 550 }],
  ['552 to the message', { rejectMessage: () => 552 }],
])(
  'a server that answers %s of every email is away: no offer is spent, and all go out later',
  async (_name, behaviour) => {
    const deps = await runningWorker({ SMTP_URL: sink.url })
    const clock = useClock(deps)
    Object.assign(sink.behaviour, behaviour)
    for (const { _id } of await addFirms(7))
      await ContractorModel.updateOne({ _id }, { email: `jobs@firm-${_id}.example` })
    await addWaitingLead(1)
    await until(async () => (await findMailOutage())?.kind === 'refuses-all')
    await stayAway(deps, clock, 10 * minute)
    await expectAllToWait(6)
    const offers = async () => (await LeadModel.findById(1).lean().orFail()).offers.map(({ state }) => state)
    expect(await offers()).toEqual(Array.from({ length: 5 }, () => 'offered'))

    sink.behaviour.rejectRecipient = sink.behaviour.rejectMessage = () => undefined
    clock.advance(minute)
    await until(async () => (await inState('sent')) === 6)
    expect(await offers()).toEqual(Array.from({ length: 5 }, () => 'offered'))
    expect(await findMailOutage()).toBeNull()
  },
)

test('during an outage one email at a time looks whether the server is back, however many ask', async () => {
  const deps = await testDeps({ SMTP_URL: sink.url })
  const clock = useClock(deps)
  const second = 1_000
  expect(await takeTurn(deps)).toMatchObject({ isProbe: false, startMs: 30 * second })
  await recordOutage(deps, { outage: 'unreachable', message: 'connect ECONNREFUSED' }, deps.now())
  expect(await takeTurn(deps)).toBeNull()
  clock.advance(2 * second)
  expect(await takeTurn(deps)).toMatchObject({ isProbe: true, startMs: 10 * second })
  clock.advance(hour)
  const turns = await Promise.all(Array.from({ length: 10 }, () => takeTurn(deps)))
  expect(turns.filter((turn) => turn !== null)).toEqual([{ isProbe: true, startMs: 30 * second }])
  clock.advance(8 * second)
  expect(await takeTurn(deps)).toBeNull()
  clock.advance(4 * second)
  expect(await takeTurn(deps)).toMatchObject({ isProbe: true })
})

test('a probe that waited in vain for an answer does not put off the next one', async () => {
  const deps = await testDeps({ SMTP_URL: sink.url })
  const clock = useClock(deps)
  await recordOutage(deps, { outage: 'unreachable', message: 'No answer' }, deps.now())
  clock.advance(minute)
  expect(await takeTurn(deps)).toMatchObject({ isProbe: true })
  clock.advance(10_000)
  await recordOutage(deps, { outage: 'unreachable', message: 'No answer' }, deps.now())
  expect(await takeTurn(deps)).toMatchObject({ isProbe: true })
})

test('a server that rejects us is asked ever more seldom', async () => {
  const deps = await testDeps({ SMTP_URL: sink.url })
  const clock = useClock(deps)
  await recordOutage(deps, { outage: 'refuses-sign-in', message: '535 no' }, deps.now())
  clock.advance(hour)
  expect(await takeTurn(deps)).toMatchObject({ isProbe: true })
  clock.advance(14 * minute)
  expect(await takeTurn(deps)).toBeNull()
  clock.advance(2 * minute)
  expect(await takeTurn(deps)).toMatchObject({ isProbe: true })
})

test('an email that was queued during an outage is due as soon as it is over', async () => {
  const deps = await testDeps({ SMTP_URL: sink.url })
  await addConfirmations(deps, [1])
  await recordOutage(deps, { outage: 'unreachable', message: 'connect ECONNREFUSED' }, deps.now())
  expect(await sendDelivery(deps, 'lead-1-confirmation')).toEqual({ kind: 'waiting' })
  await deps.queues.mail.obliterate({ force: true })
  await endOutage(deps)
  await queueDueDeliveries(deps)
  expect(await deps.queues.mail.getWaitingCount()).toBe(1)
})

test('an email that finds the server away is due as soon as it is back; at a later try it waits by itself', async () => {
  const deps = await testDeps({ SMTP_URL: sink.url })
  await addConfirmations(deps, [1])
  await DeliveryModel.updateMany({}, { roundStartedAt: new Date(Date.now() - hour) })
  await sink.goDown()
  const waitMs = async () => {
    const sent = await sendDelivery(deps, 'lead-1-confirmation')
    await endOutage(deps)
    return sent.kind === 'try-later' ? sent.at.getTime() - Date.now() : null
  }
  expect(await waitMs()).toBeLessThanOrEqual(0)
  expect(await waitMs()).toBeGreaterThan(minute)
})

test('a server that another worker’s email got through is not away for an email that did not', async () => {
  const deps = await testDeps({ SMTP_URL: sink.url })
  const other = await testDeps({ SMTP_URL: sink.url })
  await addConfirmations(deps, [1, 2])
  const away: Deps = {
    ...deps,
    async sendEmail() {
      expect(await sendDelivery(other, 'lead-2-confirmation')).toEqual({ kind: 'sent' })
      throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNECTION', command: 'CONN' })
    },
  }
  expect(await sendDelivery(away, 'lead-1-confirmation')).toMatchObject({ kind: 'try-later' })
  expect(await findMailOutage()).toBeNull()
})

test('while the server is away one due email is asked for, and all of them once it is back', async () => {
  const deps = await testDeps()
  const clock = useClock(deps)
  await addConfirmations(deps, [1, 2, 3])
  await deps.queues.mail.obliterate({ force: true })
  clock.advance(2 * minute)
  await recordOutage(deps, { outage: 'unreachable', message: 'connect ECONNREFUSED' }, deps.now())
  await queueDueDeliveries(deps)
  expect(await deps.queues.mail.getWaitingCount()).toBe(0)
  clock.advance(minute)
  await queueDueDeliveries(deps)
  expect(await deps.queues.mail.getWaitingCount()).toBe(1)
  await endOutage(deps)
  await queueDueDeliveries(deps)
  expect(await deps.queues.mail.getWaitingCount()).toBe(3)
})

test('the wait between tries grows to a quarter of an hour and no further', () => {
  expect([0, 10_000, 5 * minute, hour, 71 * hour].map(outageWait)).toEqual([
    2_000,
    10_000,
    5 * minute,
    15 * minute,
    15 * minute,
  ])
})
