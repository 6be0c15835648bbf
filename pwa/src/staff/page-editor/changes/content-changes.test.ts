import { defaultHome } from '@kerbside/schema/pages/defaults/default-home'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clashes, differences, withMine, pathKey, same, valueAt, withValue } from './content-changes.ts'

const paths = (mine: unknown, theirs: unknown) => differences(mine, theirs).map(({ path }) => pathKey(path))
const home = structuredClone(defaultHome)

test('equal contents do not differ, whatever the order of their keys', () => {
  expect(same(home, structuredClone(home))).toBe(true)
  expect(same({ a: 1, b: [{ c: 2, d: 3 }] }, { b: [{ d: 3, c: 2 }], a: 1 })).toBe(true)
})

test('each changed value is found where it stands', () => {
  const mine = { ...home, bannerText: 'Sale', hero: { ...home.hero, statCount: 5 } }
  expect(paths(mine, home)).toEqual(['bannerText', 'hero.statCount'])
})

test('entries of lists of one length are compared one by one, other lists as a whole', () => {
  const bullets = [...home.hero.bullets]
  bullets[1] = 'New'
  expect(paths({ ...home, hero: { ...home.hero, bullets } }, home)).toEqual(['hero.bullets.1'])
  expect(paths({ ...home, hero: { ...home.hero, bullets: [] } }, home)).toEqual(['hero.bullets'])
})

test('a key that one side lacks differs', () => {
  expect(differences({ a: 1, b: 2 }, { a: 1 })).toEqual([{ path: ['b'], mine: 2, theirs: undefined }])
})

test('who changed what is known from the content that both started with', () => {
  const base = { a: 1, b: 1, c: 1, d: 1 }
  const found = clashes(base, { a: 2, b: 1, c: 2, d: 2 }, { a: 1, b: 2, c: 3, d: 2 })
  expect(found.map(({ path, changedBy }) => [pathKey(path), changedBy])).toEqual([
    ['a', 'me'],
    ['b', 'them'],
    ['c', 'both'],
  ])
})

test('two edits of different fields both survive a merge', () => {
  const mine = withValue(home, ['bannerText'], 'Mine')
  const theirs = withValue(home, ['hero', 'badge'], 'Theirs')
  const chosen = clashes(home, mine, theirs).filter(({ changedBy }) => changedBy !== 'them')
  const result = withMine(
    theirs,
    mine,
    chosen.map(({ path }) => path),
  )
  expect([result.bannerText, result.hero.badge]).toEqual(['Mine', 'Theirs'])
})

test('merging every difference gives my content, and changes neither of the two', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (mine, theirs) => {
      const before = JSON.stringify([mine, theirs])
      const found = differences(mine, theirs)
      const all = withMine<unknown>(
        theirs,
        mine,
        found.map(({ path }) => path),
      )
      expect(same(all, mine)).toBe(true)
      expect(JSON.stringify([mine, theirs])).toBe(before)
    }),
  )
})

test('a value is read and written by its path alone', () => {
  const changed = withValue(home, ['portfolio', 'jobs', 1, 'location'], 'Leeds')
  expect(valueAt(changed, ['portfolio', 'jobs', 1, 'location'])).toBe('Leeds')
  expect(valueAt(home, ['portfolio', 'jobs', 1, 'location'])).not.toBe('Leeds')
  expect(valueAt(home, ['hero', 'toString'])).toBeUndefined()
  expect(valueAt(home, ['nothing', 'here'])).toBeUndefined()
})
