import { userEmailId } from '@kerbside/schema/deliveries/delivery'
import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { countJobs } from '@kerbside/schema/events/event.queue'
import { useDatabase } from '@kerbside/schema/testing/database'
import { UserModel } from '@kerbside/schema/users/user.model'
import { expect, test } from 'vitest'
import { useMailSink } from '../testing/mail-sink.ts'
import {
  addFirms,
  addLead,
  run,
  runningWorker,
  testDeps,
  until,
  useWorkers,
  waitingJobs,
} from '../testing/test-worker.ts'
import { queueDueDeliveries } from './queue-deliveries.ts'
import { storeUserEmails } from './user-emails.ts'

useDatabase()
useWorkers()
const sink = useMailSink()

type QueueDeps = Parameters<typeof queueDueDeliveries>[0]

/** So many warnings about a lead that nobody has answered. */
async function storeWarnings(deps: QueueDeps, count: number): Promise<void> {
  const manager = { name: 'Mo', email: 'mo@kerbside.example', passwordHash: 'none' }
  const user = await UserModel.create({ ...manager, role: 'manager', status: 'active' })
  const kind = 'promise-missed' as const
  const warnings = Array.from({ length: count }, (_, about) => {
    const userId = String(user._id)
    return { _id: userEmailId(userId, kind, about), kind, userId, leadIds: [1] }
  })
  await storeUserEmails(deps, warnings)
}

test('a firm’s offer and the homeowner’s confirmation go out before the warnings to staff that wait already', async () => {
  // One connection to the mail server, and three emails in hand.
  const settings = { SMTP_URL: sink.url, WORKER_CONCURRENCY: '1' }
  const deps = await testDeps(settings)
  await addFirms(1)
  await addLead(1)
  await storeWarnings(deps, 50)
  await queueDueDeliveries(deps)
  await run(deps, { name: 'lead.submitted', data: { leadId: 1 } })
  expect(await countJobs(deps.queues.mail)).toMatchObject({ waiting: 52 })

  await runningWorker({ ...settings, REDIS_PREFIX: deps.config.REDIS_PREFIX })
  await until(() => sink.emails.length === 52)
  const first = sink.emails.slice(0, 3).map(({ to }) => to)
  expect(first).toEqual(expect.arrayContaining(['firm-1@firms.example', 'aoife@example.com']))
})

test('an offer that is due goes before staff’s warnings that are due longer, however many', async () => {
  const deps = await testDeps()
  await storeWarnings(deps, 600)
  const offer = { kind: 'offer', leadId: 1, contractorId: 'a', state: 'queued', nextTryAt: new Date() } as const
  await DeliveryModel.create({ _id: 'lead-1-offer-a', ...offer })
  await queueDueDeliveries(deps)
  const waiting = await waitingJobs(deps, 'mail')
  expect(waiting).toHaveLength(500)
  expect(waiting).toContain('lead-1-offer-a-send-0')
})
