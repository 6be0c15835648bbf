import { defaultHome } from '@kerbside/schema/pages/defaults/default-home'
import { expect, test } from 'vitest'
import { fieldLabel, paintOf, valueText } from './field-labels.ts'

const tabs = [
  { label: 'Hero', paths: ['hero'] },
  { label: 'Banner', paths: ['bannerText', 'bannerColors'] },
  { label: 'Intro & Form', paths: ['indexIntro', 'quoteForm'] },
]

test.each([
  [['hero', 'titleLine1'], 'Hero', 'Title line 1'],
  [['hero', 'colors', 'badgeBackground'], 'Hero', 'Colours › Badge background'],
  [['hero', 'bullets', 1], 'Hero', 'Bullets › 2'],
  [['bannerText'], 'Banner', 'Banner text'],
  [['quoteForm', 'fields', 0, 'required'], 'Intro & Form', 'Quote form › Fields › 1 (First name) › Required'],
  [['indexIntro', 'heading'], 'Intro & Form', 'Intro › Heading'],
  [['something_else'], 'Other', 'Something else'],
] as const)('%j is called %s, %s', (path, tab, field) => {
  expect(fieldLabel(path, defaultHome, tabs)).toEqual({ tab, field })
})

test.each([
  ['', 'Empty'],
  [undefined, 'Nothing'],
  [true, 'On'],
  [1247, '1247'],
  [[], 'No entries'],
  [['a', { title: 'b' }], '1. a\n2. b'],
  ['plain', 'plain'],
])('%j reads as %s', (value, text) => expect(valueText(value)).toBe(text))

test('a paint is recognised among other texts', () => {
  expect(paintOf('#16A34A')).toBe('#16a34a')
  expect(paintOf('green fields')).toBeNull()
})
