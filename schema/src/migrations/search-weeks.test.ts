import mongoose from 'mongoose'
import { expect, test } from 'vitest'
import { findLeads } from '../leads/list/find-leads.model.ts'
import { indexLeads, LeadSearchModel } from '../leads/list/lead-search.model.ts'
import { LeadModel } from '../leads/lead.model.ts'
import { useDatabase } from '../testing/database.ts'
import { aLead } from '../testing/factories.ts'
import { addSearchWeeks } from './search-weeks.model.ts'

useDatabase()

const received = [
  '1969-12-31T23:59:59.999Z',
  '2026-11-18T23:59:59.999Z',
  '2026-11-19T00:00:00Z',
  '2026-11-20T12:00:00Z',
]
const now = new Date('2026-11-20T12:00:00Z')

test('a search index of a former release gets the week of each lead, as today’s is written, and no other record', async () => {
  const leads = received.map((at, index) => aLead(index + 1, { createdAt: new Date(at), dispatchedAt: now }))
  await LeadModel.insertMany([...leads, aLead(9, { dispatchedAt: null })])
  await indexLeads(leads)
  const written = await LeadSearchModel.find().sort({ _id: 1 }).lean()
  await LeadSearchModel.updateMany({}, { $unset: { week: 1 } })
  const found = async () => {
    const { records } = await findLeads({ filter: { search: aLead(1).fullName } }, now)
    return records.map(({ id }) => id).toSorted((a, b) => a - b)
  }
  expect(await found()).toEqual([1, 2, 3, 4, 9])
  for (let run = 0; run < 2; run++) {
    await addSearchWeeks(mongoose.connection.getClient().db(mongoose.connection.name))
    expect(await LeadSearchModel.find().sort({ _id: 1 }).lean()).toEqual(written)
  }
  expect(written.map(({ week }) => week)).toEqual([-1, 2_967, 2_968, 2_968])
  expect(await found()).toEqual([1, 2, 3, 4, 9])
})
