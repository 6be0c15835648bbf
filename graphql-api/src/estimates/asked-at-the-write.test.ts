import { ContractorModel } from '@kerbside/schema/contractors/contractor.model'
import { LeadModel, type LeadRecord } from '@kerbside/schema/leads/lead.model'
import { expect, test } from 'vitest'
import { useChoosing } from '../testing/choosing.ts'
import { anOffer, idOf, storeLead } from '../testing/offers.ts'
import { accepted, sendPrice } from '../testing/prices.ts'
import { confirmEstimate } from './confirm-estimate.ts'

// What a contractor may do is asked of the lead and the contractor as they are when it is written. These call the services
// below the page, which has looked before: what changes in between must be seen by the write.
const { app, states, choose, submit, manage, stored, shaOf, tomorrow } = useChoosing()
const day = 86_400_000
const change = (set: Partial<LeadRecord> | Record<string, unknown>) => LeadModel.updateOne({ _id: 42 }, { $set: set })
const confirm = async (id: string) => {
  const by = { id: idOf('a'), name: 'Firm a' }
  const shown = { id, sha256: await shaOf(id), startDay: tomorrow() }
  return confirmEstimate(app.contextOf(), { leadId: 42, contractorId: by.id, ...shown, by })
}

const changes: [string, () => Promise<unknown>][] = [
  ['the place is given away', () => change({ 'offers.0.state': 'released' })],
  ['sharing is stopped', () => change({ sharingStoppedAt: new Date() })],
  ['the lead is lost', () => change({ status: 'lost' })],
  ['the contractor is not active', () => ContractorModel.updateOne({ _id: idOf('a') }, { active: false })],
  ['the contractor is deleted', () => ContractorModel.deleteOne({ _id: idOf('a') })],
]

test.each(changes)('%s: nothing is sent', async (_what, happens) => {
  await storeLead([accepted('a')])
  await happens()
  await expect(sendPrice(app, 'a')).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await states()).toEqual([])
})

test.each(changes)('%s: nothing is chosen, and the page has no button for it', async (_what, happens) => {
  await storeLead([accepted('a')])
  const a = await sendPrice(app, 'a')
  await happens()
  expect((await choose(a)).status).toBe(409)
  expect((await app.request('GET', await manage(`/prices/${a}`))).body).not.toContain('/choose"')
  expect(await states()).toEqual(['sent'])
})

test.each(changes)('%s: nothing is confirmed', async (_what, happens) => {
  await storeLead([accepted('a')])
  const a = await sendPrice(app, 'a')
  await choose(a)
  await happens()
  await expect(confirm(a)).rejects.toMatchObject({ code: 'CONFLICT' })
  expect([await states(), (await stored()).status === 'converted']).toEqual([['chosen'], false])
})

test('a place is given away while its quote arrives: the contractor has sent one, or is out, never both', async () => {
  await storeLead([anOffer('a', { state: 'accepted', decidedAt: new Date(Date.now() - 7 * day) })])
  const giving = async () => submit(await manage('/other-firm'), { firm: idOf('a') })
  const [given, sent] = await Promise.allSettled([giving(), sendPrice(app, 'a')])
  const { offers } = await stored()
  const isOut = offers[0]?.state === 'released'
  expect(sent.status).toBe(isOut ? 'rejected' : 'fulfilled')
  expect(given).toMatchObject({ status: 'fulfilled', value: { status: isOut ? 303 : 422 } })
})
