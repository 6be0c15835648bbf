import fc from 'fast-check'
import { expect, test } from 'vitest'
import { referenceOf } from './lead-id.model.ts'

test('a reference has six characters that nobody misreads', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 700_000_000 }), (id) => {
      expect(referenceOf(id)).toMatch(/^KB-[23456789ABCDEFGHJKMNPQRSTVWXYZ]{6}$/)
    }),
  )
})

test('the first hundred thousand leads have references of their own', () => {
  const references = new Set(Array.from({ length: 100_000 }, (_, index) => referenceOf(index + 1)))
  expect(references.size).toBe(100_000)
})

test('two ids never share a reference', () => {
  const id = fc.integer({ min: 1, max: 728_999_999 })
  fc.assert(
    fc.property(id, id, (one, other) => {
      expect(referenceOf(one) === referenceOf(other)).toBe(one === other)
    }),
  )
})

test('neighbours look unrelated, and the same id always has the same reference', () => {
  const sameAsNext = (id: number) =>
    [...referenceOf(id)].filter((letter, place) => letter === referenceOf(id + 1)[place])
  expect(sameAsNext(41).length).toBeLessThan(6)
  expect(referenceOf(42)).toBe(referenceOf(42))
})
