import { expect, test } from 'vitest'
import { createFormStamps } from './screens.ts'

const stamps = createFormStamps('a secret')
const at = new Date('2026-11-20T10:00:00.123Z')

test('a stamp tells when the form was shown', () => {
  expect(stamps.read(stamps.sign(at))).toEqual(at)
})

test.each([
  ['nothing', ''],
  ['no signature', at.getTime().toString(36)],
  ['another moment', stamps.sign(at).replace(/^./, 'z')],
  ['another secret', createFormStamps('another').sign(at)],
  ['nonsense', '..{"$gt":""}'],
])('%s is no stamp of ours', (_what, stamp) => {
  expect(stamps.read(stamp)).toBeNull()
})
