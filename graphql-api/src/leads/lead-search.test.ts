import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { findLeads } from '@kerbside/schema/leads/list/find-leads.model'
import { aLead } from '@kerbside/schema/testing/factories'
import { expect, test } from 'vitest'
import { createUser, useTestApp } from '../testing/test-app.ts'
import { changeLead } from './change-lead.ts'
import { deleteLeads } from './leads.service.ts'

const app = useTestApp()
const now = new Date()

const idsOf = async (search: string) => (await findLeads({ filter: { search } }, now)).records.map(({ id }) => id)

test('a lead that was just stored is found, before the worker has seen it', async () => {
  await LeadModel.create(aLead(1, { fullName: 'Xavier Quill', dispatchedAt: null }))
  expect(await idsOf('r qui')).toEqual([1])
})

test('a lead with another name is found by it and not by the old one; a deleted one no longer', async () => {
  const quill = { firstName: 'Xavier', lastName: 'Quill', fullName: 'Xavier Quill' }
  await LeadModel.insertMany([aLead(1, quill), aLead(2, quill)])
  const user = await createUser('admin')
  const viewer = { id: String(user._id), role: 'admin', name: 'x', email: 'x@y.example', sessionId: 's' } as const
  const ctx = app.contextOf(viewer)
  for (const id of ['1', '2']) await changeLead(ctx, id, { answers: { last_name: 'Zimmer', postcode: 'M1 1AE' } })
  expect([await idsOf('quill'), await idsOf('er zimm'), await idsOf('m1 1a')]).toEqual([[], [2, 1], [2, 1]])
  await deleteLeads(ctx, ['1', '2'])
  expect(await idsOf('zimmer')).toEqual([])
})
