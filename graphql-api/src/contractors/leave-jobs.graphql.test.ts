import { ContractorModel } from '@kerbside/schema/contractors/contractor.model'
import { expect, test } from 'vitest'
import { useChoosing } from '../testing/choosing.ts'
import { anOffer, idOf, storeLead } from '../testing/offers.ts'
import { accepted, sendPrice } from '../testing/prices.ts'
import { signInAs } from '../testing/test-app.ts'

// A contractor that is deleted or deactivated keeps no open offer and no open quote.
const { app, stored, states, choose, confirm, emails, manage, advance } = useChoosing()
const run = async (mutation: string) => app.graphql(`mutation { ${mutation} }`, {}, await signInAs('admin'))
const leaving: [string, string, () => Promise<unknown>][] = [
  ['deleted', 'offer.withdrawn', () => run(`deleteContractor(id: "${idOf('a')}")`)],
  ['deactivated', 'offer.declined', () => run(`updateContractor(id: "${idOf('a')}", input: { active: false }) { id }`)],
]

test.each(leaving)(
  '%s: its quotes are withdrawn, which the homeowner hears, and another is chosen',
  async (_what, _event, leave) => {
    await storeLead([accepted('a'), accepted('b')])
    const [a, b] = [await sendPrice(app, 'a'), await sendPrice(app, 'b')]
    await choose(a)
    const { version } = await stored()
    await leave()
    expect(await states()).toEqual(['withdrawn', 'sent'])
    expect((await stored()).version).toBe(version + 1)
    expect(await emails('estimate-withdrawn')).toHaveLength(1)
    expect((await app.request('GET', await manage('/prices'))).body).toContain('Firm a no longer works with Kerbside')
    expect((await choose(a)).status).toBe(409)
    advance(60_000)
    await expect(sendPrice(app, 'a')).rejects.toMatchObject({ code: 'CONFLICT' })
    expect((await choose(b)).status).toBe(303)
  },
)

test.each(leaving)('%s: what it is offered is withdrawn', async (_what, event, leave) => {
  await storeLead([anOffer('a')])
  await leave()
  const { offers, outbox } = await stored()
  expect([offers[0]?.state, outbox.map(({ type }) => type)]).toEqual(['withdrawn', [event]])
})

test.each(leaving)('%s: what is agreed stays agreed and is a task for staff', async (_what, _event, leave) => {
  await storeLead([accepted('a')])
  const a = await sendPrice(app, 'a')
  await choose(a)
  await confirm('a', a)
  const extra = await sendPrice(app, 'a', {}, a)
  await leave()
  const lead = await stored()
  expect([await states(), lead.status]).toEqual([['agreed', 'withdrawn'], 'converted'])
  expect((await choose(extra)).status).toBe(409)
  expect(lead.followUpAt).not.toBeNull()
  expect(lead.activity?.at(-1)).toMatchObject({ kind: 'note', text: expect.stringContaining('has agreed this job') })
})

test('deleted while its quote is chosen: the choice is gone, or comes not about', async () => {
  await storeLead([accepted('a')])
  const a = await sendPrice(app, 'a')
  await Promise.all([choose(a), run(`deleteContractor(id: "${idOf('a')}")`)])
  expect([await states(), await ContractorModel.countDocuments()]).toEqual([['withdrawn'], 0])
})
