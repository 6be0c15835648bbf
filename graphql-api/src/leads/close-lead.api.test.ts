import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { expect, test } from 'vitest'
import { useChoosing } from '../testing/choosing.ts'
import { idOf, storeLead } from '../testing/offers.ts'
import { accepted, sendPrice } from '../testing/prices.ts'
import { signInAs } from '../testing/test-app.ts'

// A lead that staff lose keeps its quotes: nobody withdrew them, and the lead may be opened again.
const { app, stored, states, choose, confirm, emails, manage, firmPage } = useChoosing()
const page = async (path: string) => (await app.request('GET', path)).body
async function staff() {
  const token = await signInAs('manager')
  const run = async (mutation: string) => app.graphql(`mutation { ${mutation} { status version } }`, {}, token)
  return {
    move: (status: string) => run(`updateLeadStatus(id: "42", status: ${status}, note: "No answer")`),
    undo: async () => run(`undoLeadStatus(id: "42", version: ${(await stored()).version})`),
  }
}
const closing = ['request-closed', 'request-closed-notice'] as const

test('lost: quotes stay, cannot be chosen or confirmed, and pages say why; undone, all of it is live again', async () => {
  await storeLead([accepted('a'), accepted('b'), accepted('c')])
  const [a, b] = [await sendPrice(app, 'a'), await sendPrice(app, 'b')]
  await choose(a)
  const { move, undo } = await staff()
  await move('LOST')
  expect(await states()).toEqual(['chosen', 'sent'])
  expect((await confirm('a', a)).status).toBe(409)
  expect((await choose(b)).status).toBe(409)
  expect(await page(await manage('/prices'))).toContain('Your request is closed, so it cannot be chosen now.')
  expect(await page(await firmPage('a', '/agreement'))).toContain('The request is closed')
  expect(await page(await firmPage('b', '/price'))).toContain('The request is closed')
  expect((await undo()).data.undoLeadStatus.status).toBe('QUOTED')
  expect((await confirm('a', a)).status).toBe(303)
  expect(await states()).toEqual(['agreed', 'declined'])
})

test('lost: the homeowner and the contractors with an open quote are told after five minutes', async () => {
  await storeLead([accepted('a'), accepted('b'), accepted('c')])
  await sendPrice(app, 'a')
  const { move } = await staff()
  await move('LOST')
  expect(await emails(...closing)).toEqual([
    ['request-closed', null],
    ['request-closed-notice', idOf('a')],
  ])
  const waits = await DeliveryModel.find({ kind: { $in: closing } }).lean()
  const minutes = waits.map(({ nextTryAt, createdAt }) => ((nextTryAt?.getTime() ?? 0) - createdAt.getTime()) / 60_000)
  expect(minutes.map((each) => Math.round(each))).toEqual([5, 5])
})

test('lost without an open quote: nobody is told', async () => {
  await storeLead([accepted('a')])
  const { move } = await staff()
  await move('LOST')
  expect(await emails(...closing)).toEqual([])
})
