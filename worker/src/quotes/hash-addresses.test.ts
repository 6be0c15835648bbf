import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { HeldQuoteModel } from '@kerbside/schema/quotes/held-quote.model'
import { useDatabase } from '@kerbside/schema/testing/database'
import { aLead } from '@kerbside/schema/testing/factories'
import { expect, test } from 'vitest'
import { addLead, testDeps, useWorkers } from '../testing/test-worker.ts'
import { hashAddresses } from './hash-addresses.ts'

useDatabase()
useWorkers()
const now = new Date('2026-11-30T12:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
const consent = { jurisdiction: 'GB' as const, address: '203.0.113.7' }
const depsFor = async (secret?: string) => ({
  ...(await testDeps(secret ? { JWT_SECRET: secret } : {})),
  now: () => new Date(now),
})
const consentOf = async (id: number) => (await LeadModel.findById(id).lean().orFail()).consent

test('a network address is hashed after 30 days and not a moment earlier, in leads and in held quotes', async () => {
  await addLead(1, { consent, createdAt: daysAgo(30) })
  await addLead(2, { consent, createdAt: new Date(daysAgo(30).getTime() + 1) })
  await addLead(3, { createdAt: daysAgo(40) })
  const held = { reason: 'links' as const, submissionId: 's', createdAt: daysAgo(31) }
  await HeldQuoteModel.create({ ...held, _id: 4, lead: aLead(4, { consent }) })
  const deps = await depsFor()
  await Promise.all([hashAddresses(deps), hashAddresses(deps)])
  expect(await consentOf(1)).toEqual({ jurisdiction: 'GB', addressHash: expect.stringMatching(/^[\w-]{43}$/) })
  expect(await consentOf(2)).toEqual(consent)
  expect(await consentOf(3)).toBeUndefined()
  expect(JSON.stringify(await HeldQuoteModel.find().lean())).not.toContain('203.0.113.7')
  expect(JSON.stringify(await HeldQuoteModel.find().lean())).toContain('addressHash')
})

test('the hash differs for each lead and each secret, and a second run leaves it as it is', async () => {
  await addLead(1, { consent, createdAt: daysAgo(31) })
  await addLead(2, { consent, createdAt: daysAgo(31) })
  await hashAddresses(await depsFor())
  const first = await consentOf(1)
  expect(first?.addressHash).not.toBe((await consentOf(2))?.addressHash)
  await hashAddresses(await depsFor())
  expect(await consentOf(1)).toEqual(first)
  await LeadModel.updateOne({ _id: 1 }, { consent })
  await hashAddresses(await depsFor('another-secret-of-the-server-that-is-long'))
  expect((await consentOf(1))?.addressHash).not.toBe(first?.addressHash)
})
