import { inTurn } from '@kerbside/schema/operation/one-at-a-time'
import { expect, test, vi } from 'vitest'
import { ApiError } from '../../../api/api-error.ts'
import { memoryTable } from '../../../offline/outbox/quote-store.ts'
import type { LeadDetail } from '../lead.queries.ts'
import { leadFixture } from '../testing/lead-fixture.ts'
import type { ChangeOutcome } from './send-change.ts'
import { createWaitingChanges, type NewChange, type WaitingChange } from './waiting-changes.ts'

const lead: LeadDetail = { ...leadFixture, id: '42', status: 'NEW', version: 3 }
const at = (leadId: string): LeadDetail => ({ ...lead, id: leadId })
const move = (to: LeadDetail['status'], on = lead): NewChange => ({
  kind: 'status',
  value: { to, note: null },
  lead: on,
  leadTitle: 'Rosalind',
})
const note = (value: string): NewChange => ({ kind: 'note', value, lead, leadTitle: 'Rosalind' })
const away = () => Promise.reject(new ApiError('OFFLINE', 'No answer'))
const made = (changes: Partial<LeadDetail>) => async (): Promise<ChangeOutcome> => ({
  kind: 'made',
  lead: { ...lead, ...changes },
})
const byMia: LeadDetail = {
  ...lead,
  status: 'QUOTED',
  version: 9,
  statusHistory: [{ from: 'NEW', to: 'QUOTED', at: lead.createdAt, by: { name: 'Mia' }, note: null }],
}
const mias = async (): Promise<ChangeOutcome> => ({
  kind: 'conflict',
  latest: byMia,
  error: new ApiError('CONFLICT', 'A colleague was first'),
})

/** A queue on a device, and what it sends; each change gets the answer that is set. */
function aQueue() {
  const memory = memoryTable<WaitingChange>(new Map())
  const sent: string[] = []
  let ids = 0
  let puts = 0
  const world = {
    answer: made({}) as (change: WaitingChange) => Promise<ChangeOutcome>,
    person: 'ada' as string | null,
    mayAdd: true,
    isFull: false,
    now: 1_000,
  }
  const table: typeof memory = {
    ...memory,
    async put(...changes) {
      if (world.isFull) throw new DOMException('No space left', 'QuotaExceededError')
      puts += 1
      await memory.put(...structuredClone(changes))
    },
  }
  const open = () =>
    createWaitingChanges({
      table,
      person: () => world.person,
      mayAdd: () => world.mayAdd,
      inTurn: inTurn(),
      now: () => world.now,
      newId: () => `id-${(ids += 1)}`,
      send: async (change) => {
        sent.push(`${change.id} v${change.version}`)
        return world.answer(change)
      },
      changed: () => {},
    })
  return { queue: open(), open, world, sent, puts: () => puts }
}

test('a change is stored before it is sent, and waits while there is no network', async () => {
  const { queue, world } = aQueue()
  world.answer = async () => {
    expect(await queue.all()).toMatchObject([{ id: 'id-1', isTried: true }])
    return away()
  }
  const stored = await queue.add([move('CONTACTED')])
  expect(await queue.flush(stored?.[0]?.id)).toEqual({ kind: 'waits' })
  expect(await queue.all()).toMatchObject([{ id: 'id-1', state: { kind: 'waiting' }, version: 3, part: 'NEW' }])
})

test('what waits is sent in the order it was made, under its own ids, and then gone', async () => {
  const { queue, open, world, sent } = aQueue()
  for (const text of ['first', 'second', 'third']) await queue.add([note(text)])
  world.answer = away
  await queue.flush()
  expect(sent).toEqual(['id-1 v3'])
  world.answer = made({})
  await open().flush()
  expect(sent).toEqual(['id-1 v3', 'id-1 v3', 'id-2 v3', 'id-3 v3'])
  expect(await queue.all()).toEqual([])
})

test('what meets the end of the session waits, and goes out once the person has signed in again', async () => {
  const { queue, world, sent } = aQueue()
  for (const text of ['first', 'second']) await queue.add([note(text)])
  world.answer = () => Promise.reject(new ApiError('UNAUTHENTICATED', 'Please sign in.'))
  expect(await queue.flush()).toEqual({ kind: 'waits' })
  expect((await queue.all()).map(({ state }) => state.kind)).toEqual(['waiting', 'waiting'])
  world.answer = made({})
  await queue.flush()
  expect(sent).toEqual(['id-1 v3', 'id-1 v3', 'id-2 v3'])
  expect(await queue.all()).toEqual([])
})

test('changes that belong together are stored at once, in their order, and stored again they stay the same ones', async () => {
  const { queue, sent, puts } = aQueue()
  const call = [
    { ...note('Rang'), id: 'of-the-call' },
    { ...move('CONTACTED'), id: 'of-the-move' },
  ]
  await queue.add(call)
  expect(puts()).toBe(1)
  await queue.add(call)
  await queue.flush()
  expect(sent).toEqual(['of-the-call v3', 'of-the-move v3'])
})

test('where nothing can be stored there is no place for changes', async () => {
  const { queue, world } = aQueue()
  world.isFull = true
  expect(await queue.add([note('Rang')])).toBeNull()
  expect(await queue.all()).toEqual([])
})

test('the clock tries a server again that is away, and waits longer after each try', async () => {
  vi.useFakeTimers({ now: 0 })
  try {
    const { queue, world, sent } = aQueue()
    const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
    world.answer = away
    await queue.add([note('Rang')])
    queue.start({ window: new EventTarget() as Window, document: page as unknown as Document })
    const after = async (ms: number) => {
      for (const end = world.now + ms; world.now < end; world.now += 500) await vi.advanceTimersByTimeAsync(500)
      return sent.length
    }
    expect([await after(3_500), await after(3_500), await after(4_000), await after(8_000)]).toEqual([1, 2, 2, 3])
    page.dispatchEvent(new Event('visibilitychange'))
    await vi.advanceTimersByTimeAsync(1)
    expect(sent).toHaveLength(4)
  } finally {
    vi.useRealTimers()
  }
})

test('a colleague’s change of the same part stays, and both values are there to choose from', async () => {
  const { queue, world } = aQueue()
  await queue.add([move('LOST')])
  world.answer = mias
  await queue.flush()
  expect(await queue.all()).toMatchObject([
    { value: { to: 'LOST' }, state: { kind: 'conflict', by: 'Mia', theirs: 'Quoted', isPossible: true } },
  ])
})

test('a conflict is not sent again by itself, and the person’s own word is sent against what was shown', async () => {
  const { queue, world, sent } = aQueue()
  await queue.add([move('LOST')])
  world.answer = mias
  await queue.flush()
  await queue.flush()
  expect(sent).toEqual(['id-1 v3'])
  world.answer = made({ status: 'LOST' })
  await queue.insist('id-1')
  await queue.flush()
  expect(sent).toEqual(['id-1 v3', 'id-1 v9'])
  expect(await queue.all()).toEqual([])
})

test('a later change of the same part waits behind a conflict, others go on', async () => {
  const { queue, world, sent } = aQueue()
  await queue.add([move('CONTACTED')])
  world.answer = away
  await queue.flush()
  await queue.add([move('LOST')])
  await queue.add([note('Rang')])
  await queue.add([move('CONTACTED', at('43'))])
  world.answer = ({ id }) => (id === 'id-1' ? mias() : made({})())
  await queue.flush()
  expect(sent.slice(1)).toEqual(['id-1 v3', 'id-3 v3', 'id-4 v3'])
  expect((await queue.all()).map(({ id }) => id)).toEqual(['id-1', 'id-2'])
})

test('another choice replaces one that was never sent, and follows one that may have arrived', async () => {
  const { queue, world } = aQueue()
  await queue.add([move('CONTACTED')])
  await queue.add([move('QUOTED')])
  expect(await queue.all()).toMatchObject([{ id: 'id-2' }])
  world.answer = away
  await queue.flush()
  await queue.add([move('LOST')])
  expect(await queue.all()).toMatchObject([{ id: 'id-2' }, { id: 'id-3' }])
})

test('what follows one’s own change is based on it, unless a colleague’s came in between', async () => {
  for (const { answer, version } of [
    { answer: { status: 'CONTACTED', version: 4 }, version: 4 },
    { answer: { status: 'QUOTED', version: 5 }, version: 3 },
  ] as const) {
    const { queue, world } = aQueue()
    await queue.add([move('CONTACTED')])
    world.answer = away
    await queue.flush()
    await queue.add([move('LOST')])
    world.answer = ({ id }) => (id === 'id-1' ? made(answer)() : away())
    await queue.flush()
    expect(await queue.all()).toMatchObject([{ id: 'id-2', part: 'CONTACTED', version }])
  }
})

test('what the server never takes stays with its reason and what was written', async () => {
  const { queue, world, sent } = aQueue()
  await queue.add([note('The gate code is on the fence.')])
  world.answer = () => Promise.reject(new ApiError('CONFLICT', 'The homeowner has had their details erased.'))
  await queue.flush()
  await queue.flush()
  expect(sent).toHaveLength(1)
  expect(await queue.all()).toMatchObject([
    {
      value: 'The gate code is on the fence.',
      state: { kind: 'rejected', reason: 'The homeowner has had their details erased.' },
    },
  ])
})

test('of a change that somebody is looking at, a conflict and an error are theirs to see, and nothing is left', async () => {
  const { queue, world } = aQueue()
  const first = await queue.add([move('LOST')])
  world.answer = mias
  expect(await queue.flush(first?.[0]?.id)).toMatchObject({ kind: 'conflict', latest: { status: 'QUOTED' } })
  const error = new ApiError('INVALID', 'Write a note')
  const second = await queue.add([note('')])
  world.answer = () => Promise.reject(error)
  expect(await queue.flush(second?.[0]?.id)).toEqual({ kind: 'failed', error })
  expect(await queue.all()).toEqual([])
})

test('a discarded change is not sent', async () => {
  const { queue, sent } = aQueue()
  await queue.add([note('Rang')])
  await queue.discard('id-1')
  await queue.flush()
  expect(sent).toEqual([])
})

test('once somebody else has signed in they neither see nor send what waits, and the person finds it again', async () => {
  const { queue, world, sent } = aQueue()
  for (const text of ['first', 'second']) await queue.add([note(text)])
  world.answer = async () => {
    world.person = 'mia'
    return made({})()
  }
  await queue.flush()
  await queue.flush()
  expect([sent, await queue.all()]).toEqual([['id-1 v3'], []])
  await queue.discardAll()
  world.person = null
  expect(await queue.add([note('nobody’s')])).toBeNull()
  world.person = 'ada'
  expect(await queue.all()).toMatchObject([{ id: 'id-2', value: 'second' }])
})

test('a log-out discards what waits', async () => {
  const { queue } = aQueue()
  for (const text of ['first', 'second']) await queue.add([note(text)])
  await queue.discardAll()
  expect(await queue.all()).toEqual([])
})

test('where nothing may be kept any more, what is left from before is sent, and nothing is added', async () => {
  const { queue, world, sent } = aQueue()
  await queue.add([note('left')])
  world.mayAdd = false
  expect(await queue.add([note('new')])).toBeNull()
  await queue.flush()
  expect(sent).toEqual(['id-1 v3'])
})
