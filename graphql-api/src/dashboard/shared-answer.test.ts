import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { aLead } from '@kerbside/schema/testing/factories'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, expect, test } from 'vitest'
import type { Context } from '../deps.ts'
import { createSession, createUser, useTestApp } from '../testing/test-app.ts'
import { dashboardFigures } from './dashboard.service.ts'
import { shared } from './shared-answer.ts'

const app = useTestApp()
let ctx: Context
beforeEach(async () => {
  ctx = app.contextOf((await createSession(await createUser('manager'))).viewer)
})

/** Makes a change and waits until MongoDB has reported it. */
async function reported(change: () => Promise<unknown>) {
  const before = ctx.leadEvents.changeCount()
  await change()
  while (ctx.leadEvents.changeCount() === before) await sleep(5)
}

/** An answer that nobody has asked for yet: how many leads there are. `computed.count`: how often it was computed. */
function anAnswer() {
  const computed = { count: 0 }
  const read = shared(crypto.randomUUID(), async () => {
    computed.count += 1
    return LeadModel.countDocuments()
  })
  return { computed, read }
}

/** A clock and a count of changes that the test moves. */
function aWorld() {
  const world = { seconds: 0, changes: 0 }
  const leadEvents = { ...ctx.leadEvents, changeCount: () => world.changes }
  return { world, at: { ...ctx, leadEvents, now: () => new Date(world.seconds * 1_000) } }
}

test('a lead that changed right after an answer shows in the next one', async () => {
  await reported(() => LeadModel.create(aLead(1)))
  const contacted = async () => (await dashboardFigures(ctx)).contacted.count
  expect(await contacted()).toBe(0)
  await reported(() => LeadModel.updateOne({ _id: 1 }, { status: 'contacted' }))
  expect(await contacted()).toBe(1)
})

test('many requests at once cost one computation, also after a change', async () => {
  const { computed, read } = anAnswer()
  const askTwenty = () => Promise.all(Array.from({ length: 20 }, () => read(ctx)))
  expect(new Set(await askTwenty())).toEqual(new Set([0]))
  expect(computed.count).toBe(1)
  await reported(() => LeadModel.create(aLead(1)))
  expect(new Set(await askTwenty())).toEqual(new Set([1]))
  expect(computed.count).toBe(2)
})

test('the next computation waits a moment after the last one, and whoever asks meanwhile shares it', async () => {
  const { world, at } = aWorld()
  const { computed, read } = anAnswer()
  await read(at)
  await LeadModel.create(aLead(1))
  Object.assign(world, { seconds: 0.1, changes: 1 })
  const early = read(at)
  world.changes = 2
  const later = read(at)
  expect(computed.count).toBe(1)
  expect(await Promise.all([early, later])).toEqual([1, 1])
  expect(computed.count).toBe(2)

  Object.assign(world, { seconds: 0.85, changes: 3 })
  const afterThePause = read(at)
  expect(computed.count).toBe(3)
  await afterThePause
})

test('the next computation begins when the last one is done', async () => {
  const { world, at } = aWorld()
  let begun = 0
  let finish = () => {}
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  const read = shared(crypto.randomUUID(), async () => {
    begun += 1
    await finished
    return begun
  })
  const first = read(at)
  Object.assign(world, { seconds: 10, changes: 1 })
  const second = read(at)
  await sleep(20)
  expect(begun).toBe(1)
  finish()
  expect(await Promise.all([first, second])).toEqual([1, 2])
})

test('while no lead changes an answer is given again for five seconds, and then computed again', async () => {
  const { world, at } = aWorld()
  const { computed, read } = anAnswer()
  const countAt = async (seconds: number) => {
    world.seconds = seconds
    await read(at)
    return computed.count
  }
  expect(await countAt(0)).toBe(1)
  expect(await countAt(4.9)).toBe(1)
  expect(await countAt(5)).toBe(2)
})

test('a failure is not given again', async () => {
  let isAway = true
  const read = shared(crypto.randomUUID(), async () => {
    if (isAway) throw new Error('away')
    return 'back'
  })
  await expect(read(ctx)).rejects.toThrow('away')
  isAway = false
  expect(await read(ctx)).toBe('back')
})
