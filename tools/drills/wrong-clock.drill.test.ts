import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { databaseUri, newRedisPrefix } from '@kerbside/schema/testing/database'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { anOffer, storeLead } from '../../graphql-api/src/testing/offers.ts'
import { createUser, useTestApp } from '../../graphql-api/src/testing/test-app.ts'
import { hashPassword } from '../../graphql-api/src/users/credentials.ts'
import { startMailSink } from '../../worker/src/testing/mail-sink.ts'
import { addFirms, addWaitingLead, minutesAgo, until } from '../../worker/src/testing/test-worker.ts'
import { startWorkerProcess } from '../../worker/src/testing/worker-process.ts'
import { anyFreePort } from '../services/ports.ts'
import { startApi } from './api-process.ts'
import { signLink } from '../../graphql-api/src/testing/sign-link.ts'

const right = useTestApp() // an api whose clock is right
const preload = pathToFileURL(path.resolve(import.meta.dirname, 'wrong-clock.mjs')).href
const clockAhead = (hours: number) => ({
  CLOCK_AHEAD_MS: String(hours * 3_600_000),
  NODE_OPTIONS: `--import=${preload}`,
})
const inMinutes = (minutes: number) => minutesAgo(-minutes)

/** Starts servers on the database and queues of this test; they end with it. */
async function startSystem() {
  const sink = await startMailSink()
  const settings = {
    SMTP_URL: sink.url,
    REDIS_PREFIX: newRedisPrefix(),
    MAIL_CLAIM_SECONDS: '4',
    SWEEP_EVERY_SECONDS: '1',
    LOG_LEVEL: 'info',
  }
  onTestFinished(sink.stop)
  return {
    sink,
    startWorker(changes: Record<string, string> = {}) {
      const worker = startWorkerProcess({ ...settings, ...changes })
      onTestFinished(async () => void (await worker.kill()))
      return until(() => worker.output().includes('worker ready'))
    },
    async startApi(changes: Record<string, string>) {
      const port = String(await anyFreePort())
      const url = `http://127.0.0.1:${port}`
      const secrets = { JWT_SECRET: right.config.JWT_SECRET, MONGODB_URI: databaseUri() }
      const api = startApi('SIGTERM', { PORT: port, REDIS_PREFIX: newRedisPrefix(), ...secrets, ...changes })
      onTestFinished(async () => void (await api.stop()))
      await until(async () => (await fetch(`${url}/readyz`).catch(() => null))?.status === 200)
      return url
    },
  }
}

test.each([2, -2])(
  'a worker whose clock is %i hours ahead ends no offer early or late, and takes no mail from another worker nor lends it one',
  async (hours) => {
    const { sink, startWorker } = await startSystem()
    await storeLead(
      [
        anOffer('open', { offeredAt: minutesAgo(60), expiresAt: inMinutes(60) }),
        anOffer('over', { offeredAt: minutesAgo(60), expiresAt: minutesAgo(1) }),
      ],
      { dispatchedAt: minutesAgo(60) },
    )
    const states = async () => (await LeadModel.findById(42).lean().orFail()).offers.map(({ state }) => state)
    await startWorker(clockAhead(hours))
    await until(async () => (await states())[1] === 'expired')
    expect(await states()).toEqual(['offered', 'expired'])

    await startWorker()
    await addFirms(4)
    sink.behaviour.delayMs = 3_000 // both workers look for abandoned mails each second
    const leads = 2
    for (let id = 1; id <= leads; id += 1) await addWaitingLead(id + 100)
    const emails = leads * 6
    await until(async () => (await DeliveryModel.countDocuments({ leadId: { $ne: 42 }, state: 'sent' })) === emails)
    expect(sink.emails.filter(({ messageId }) => !messageId.startsWith('<lead-42-'))).toHaveLength(emails)
    expect(await DeliveryModel.distinct('attempts', { leadId: { $ne: 42 } })).toEqual([1])
  },
)

test.each([2, -2])(
  'an api whose clock is %i hours ahead: links and sessions last as long as elsewhere',
  async (hours) => {
    const { startApi: startServer } = await startSystem()
    const url = await startServer(clockAhead(hours))
    await storeLead([anOffer('open', { expiresAt: inMinutes(60) }), anOffer('over', { expiresAt: minutesAgo(1) })])
    const [open, over] = (await LeadModel.findById(42).lean().orFail()).offers
    const accept = async (offer = open) => {
      if (!offer) throw new Error('no such offer')
      const link = { purpose: 'offer', leadId: 42, contractorId: offer.contractorId } as const
      const token = await signLink(right.deps, link, offer.expiresAt)
      return (await fetch(`${url}/offers/${token}/accept`, { method: 'POST' })).text()
    }
    expect(await accept(over)).not.toContain('You have the details')
    expect(await accept(open)).toContain('You have the details')

    const password = 'correct horse battery'
    const { email } = await createUser('manager', { passwordHash: await hashPassword(password) })
    const body = JSON.stringify({ email, password })
    const headers = { 'content-type': 'application/json' }
    const signedIn = await fetch(`${url}/api/auth/login`, { method: 'POST', headers, body })
    const { token } = (await signedIn.json()) as { token: string }
    expect((await right.request('GET', '/api/auth/me', { token })).status).toBe(200)
    const own = await right.request('POST', '/api/auth/login', { body: { email, password } })
    const authorization = `Bearer ${own.body.token}`
    expect((await fetch(`${url}/api/auth/me`, { headers: { authorization } })).status).toBe(200)
  },
)
