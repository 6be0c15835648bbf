import { expect, test } from 'vitest'
import { mostCustomers } from './content/home-page.ts'
import { builtInUrls, defaultContent } from './defaults/default-content.ts'
import { publicPath } from './public-path.ts'
import { withNumbers } from './numbers-in-texts.ts'
import { defaultPublicSettings } from '../settings/public-settings.ts'

const textOf = (firmsPerLead = 5, promiseHours = 2) => {
  const settings = { ...defaultPublicSettings, firmsPerLead, promiseHours }
  const contents = builtInUrls.map((url) => defaultContent(publicPath(url)?.kind ?? 'index', url))
  return JSON.stringify(withNumbers(contents, settings))
}

test.each([
  [
    5,
    2,
    ['At most five firms', 'up to 5 verified', 'Five firms, never a sixth', 'within 2 hours', 'A 2-hour response'],
  ],
  [
    3,
    4,
    [
      'At most three firms',
      'up to 3 verified',
      '"3 firms"',
      'Three firms, never a fourth',
      'within 4 hours',
      'A 4-hour',
    ],
  ],
  [
    1,
    1,
    ['At most one firm ever', 'Up to 1 quote"', '"1 firm"', 'One firm, never a second', 'within 1 hour.', 'A 1-hour'],
  ],
])('built-in pages tell of %i firms and %i hours', (firms, hours, texts) => {
  const shown = textOf(firms, hours)
  for (const text of texts) expect(shown).toContain(text)
  expect(shown).not.toMatch(/\{\w+\}/)
})

test('no built-in page names another number when the settings change', () => {
  expect(textOf(3, 4)).not.toMatch(/\bfive (?:local )?firms|up to 5 |Five firms|"number":"5\b|\b2 hours|\b2-hour/i)
})

test('what is no placeholder stays as it was typed, and so do texts that a lead keeps', () => {
  const content = {
    title: '{firms} {other} {{hours}} {constructor} {firms',
    list: ['{nextFirm}', 7, null, true],
    quoteForm: { fields: [{ label: '{firms}' }], labels: { email: '{firms}' }, urgencyBanner: 'Up to {firmsNumber}' },
  }
  expect(withNumbers(content, defaultPublicSettings)).toEqual({
    title: 'five {other} {2} {constructor} {firms',
    list: ['a sixth', 7, null, true],
    quoteForm: { fields: [{ label: '{firms}' }], labels: { email: '{firms}' }, urgencyBanner: 'Up to 5' },
  })
})

test('a range of quotes ends at the limit', () => {
  const texts = [5, 4, 3, 1].map((firmsPerLead) => mostCustomers({ ...defaultPublicSettings, firmsPerLead }))
  expect(texts).toEqual([
    'Most customers receive 3-5 competitive quotes within 2 hours',
    'Most customers receive 3-4 competitive quotes within 2 hours',
    'Most customers receive up to three competitive quotes within 2 hours',
    'Most customers receive up to one competitive quote within 2 hours',
  ])
})
