import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createLookup, inGroups } from './in-groups.ts'

function recordGroups(
  handle: (item: number) => number | Error = (item) => item * 10,
  { takesMs = 50, everyMs = 0 } = {},
) {
  const groups: number[][] = []
  const record = async (items: readonly number[]) => {
    groups.push([...items])
    await sleep(takesMs)
    return items.map(handle)
  }
  const run = inGroups(record, { everyMs })
  return { groups, run }
}

test('what arrives while a group is under way is the next group', async () => {
  const { groups, run } = recordGroups()
  const first = run(1)
  await sleep(1)
  const second = run(2)
  await sleep(1)
  expect(await Promise.all([first, second, run(3)])).toEqual([10, 20, 30])
  expect(groups).toEqual([[1], [2, 3]])
})

test('groups that begin at intervals: the first waits for nothing, what comes after it shares the next one', async () => {
  // Whoever waited here would wait for a day.
  await recordGroups((item) => item, { takesMs: 0, everyMs: 86_400_000 }).run(1)
  const { groups, run } = recordGroups((item) => item, { takesMs: 0, everyMs: 1_000 })
  await run(1)
  const second = run(2)
  await sleep(20)
  await Promise.all([second, run(3)])
  expect(groups).toEqual([[1], [2, 3]])
})

test('an error of one item is its own', async () => {
  const { run } = recordGroups((item) => (item === 2 ? new Error('two') : item))
  const results = await Promise.allSettled([run(1), run(2), run(3)])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

test('after a group that failed as a whole the next one is handled', async () => {
  let isAway = true
  const run = inGroups(async (items: readonly number[]) => {
    if (isAway) throw new Error('away')
    return [...items]
  })
  await expect(run(1)).rejects.toThrow('away')
  isAway = false
  expect(await run(2)).toBe(2)
})

test('a lookup asks for each id once, and gives null for one that is not found', async () => {
  const asked: number[][] = []
  const find = createLookup(async (ids: number[]) => {
    asked.push(ids)
    return ids.filter((id) => id < 3).map((_id) => ({ _id, name: `Number ${_id}` }))
  })
  expect(await Promise.all([find(1), find(1), find(3)])).toEqual([
    { _id: 1, name: 'Number 1' },
    { _id: 1, name: 'Number 1' },
    null,
  ])
  expect(asked).toEqual([[1, 3]])
})
