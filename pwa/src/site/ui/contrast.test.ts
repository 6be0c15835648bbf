import { contrastRatio } from '@kerbside/schema/pages/colour-tools'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const source = join(import.meta.dirname, '../..')
const sheets = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.css'))
const tokens = new Map(
  [...readFileSync(join(source, 'brand/tokens.css'), 'utf8').matchAll(/(--[\w-]+):\s*(#[\da-f]+);/g)].map(
    ([, name = '', colour = '']) => [name, colour],
  ),
)

/** The colour that a declaration comes to; undefined where an admin chooses it. */
const resolved = (value: string | undefined) => (value?.startsWith('var(') ? tokens.get(value.slice(4, -1)) : value)

/** Large by WCAG: bold from 18.66 px. */
const isLarge = (body: string) =>
  Number(/font-size:\s*([\d.]+)rem/.exec(body)?.[1]) * 16 >= 18.66 &&
  Number(/font-weight:\s*(\d+)/.exec(body)?.[1]) >= 700

const rules = sheets.flatMap((sheet) =>
  [...readFileSync(join(source, sheet), 'utf8').matchAll(/([^{};/]+)\{([^{}]*)\}/g)].map(
    ([, selector = '', body = '']) => ({
      rule: `${sheet} ${selector.trim()}`,
      text: resolved(/(?:^|[\s;])color:\s*([^;\s]+)/.exec(body)?.[1]),
      ground: resolved(/background(?:-color)?:\s*([^;\s]+)/.exec(body)?.[1]),
      needed: isLarge(body) ? 3 : 4.5,
    }),
  ),
)
const pairs = rules.filter(({ text, ground }) => text?.startsWith('#') && ground?.startsWith('#'))

test('the style sheets set text and background together in many places', () => {
  expect(pairs.length).toBeGreaterThan(15)
})

test.each(pairs)('$rule reads at $needed : 1', ({ text, ground, needed }) => {
  expect(contrastRatio(text ?? '', ground ?? '')).toBeGreaterThanOrEqual(needed)
})

test.each(['--green-deep', '--green-dark', '--red'])(
  'small white text is readable on %s, the background of small buttons',
  (name) => {
    expect(contrastRatio('#ffffff', tokens.get(name) ?? '')).toBeGreaterThanOrEqual(4.5)
  },
)
