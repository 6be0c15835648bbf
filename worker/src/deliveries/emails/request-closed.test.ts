import { deliveryId } from '@kerbside/schema/deliveries/delivery'
import type { StatusChange } from '@kerbside/schema/leads/lead'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { useDatabase } from '@kerbside/schema/testing/database'
import { expect, test } from 'vitest'
import { addLead, testDeps, useWorkers } from '../../testing/test-worker.ts'
import { renderEmail } from './render-email.ts'

useDatabase()
useWorkers()

test('that a request is closed is told while it is lost by that very move: not once it is undone, reopened or lost again', async () => {
  const deps = await testDeps()
  const at = new Date()
  const lost = (moment: Date): StatusChange => ({ from: 'quoted', to: 'lost', at: moment, by: null, note: null })
  await addLead(1, { status: 'lost', statusHistory: [lost(at)] })
  const kind = 'request-closed' as const
  const email = { _id: deliveryId(1, kind, String(at.getTime())), kind, leadId: 1, contractorId: null, createdAt: at }
  const rendered = async () => (await renderEmail(deps, email)).kind
  expect(await rendered()).toBe('email')
  await LeadModel.updateOne({ _id: 1 }, { status: 'quoted', statusHistory: [] })
  expect(await rendered()).toBe('not-wanted')
  await LeadModel.updateOne({ _id: 1 }, { status: 'lost', statusHistory: [lost(new Date(at.getTime() + 1))] })
  expect(await rendered()).toBe('not-wanted')
  await LeadModel.updateOne({ _id: 1 }, { status: 'contacted', statusHistory: [lost(at)] })
  expect(await rendered()).toBe('not-wanted')
})
