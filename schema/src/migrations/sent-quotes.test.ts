import mongoose from 'mongoose'
import { beforeEach, expect, test } from 'vitest'
import { EstimateModel } from '../estimates/estimate.model.ts'
import { LeadModel } from '../leads/lead.model.ts'
import { useDatabase } from '../testing/database.ts'
import { aLead } from '../testing/factories.ts'
import { adoptSentQuotes } from './sent-quotes.model.ts'

useDatabase()

const db = () => mongoose.connection.getClient().db(mongoose.connection.name)
const idNo = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const day = (number: number) => new Date(`2026-06-0${number}T12:00:00Z`)
const quote = (number: number, firm: string | null = null) => ({
  kind: 'quote-sent' as const,
  at: day(number),
  by: { id: 'u', name: 'Sam' },
  text: `Message ${number}`,
  quote: {
    id: idNo(number),
    amount: number * 1_000,
    currency: 'GBP' as const,
    ...(firm && { firm: { id: firm, name: 'Stone' } }),
  },
})
const states = async (id: number) =>
  ((await LeadModel.findById(id).lean())?.estimates ?? []).map((each) => [each.id, each.number, each.state, each.total])

beforeEach(async () => {
  await LeadModel.create([
    aLead(1, { activity: [quote(1), quote(2, 'f'), quote(3)], status: 'quoted' }),
    aLead(2, { activity: [quote(4)], status: 'lost' }),
    aLead(3, { activity: [quote(5)], erasedAt: new Date() }),
  ])
})

test('quotes of former releases become prices once, the last of each sender the one that stands', async () => {
  for (let run = 0; run < 2; run++) await adoptSentQuotes(db())
  expect(await states(1)).toEqual([
    [idNo(1), 1, 'replaced', 1_000],
    [idNo(2), 1, 'sent', 2_000],
    [idNo(3), 2, 'sent', 3_000],
  ])
  expect(await states(2)).toEqual([[idNo(4), 1, 'withdrawn', 4_000]])
  expect(await states(3)).toEqual([])
  expect(await EstimateModel.countDocuments()).toBe(4)
  const { message, totals, validUntilDay, contractorName } = await EstimateModel.findById(idNo(2)).lean().orFail()
  expect([message, totals.total, validUntilDay, contractorName]).toEqual(['Message 2', 2_000, '2026-07-02', 'Stone'])
})

test('a crash between the two writes is mended by the next run, and a newer price of the same firm stands', async () => {
  await adoptSentQuotes(db())
  await LeadModel.updateOne({ _id: 1 }, { $unset: { estimates: 1 } })
  await adoptSentQuotes(db())
  expect((await states(1)).length).toBe(3)
  await LeadModel.updateOne({ _id: 1 }, { $set: { 'estimates.1.id': idNo(9) } })
  await adoptSentQuotes(db())
  expect((await states(1)).map(([id]) => id)).toEqual([idNo(1), idNo(9), idNo(3)])
})
