import { readFileSync } from 'node:fs'
import { brand } from '@kerbside/schema/brand'
import { expect, test } from 'vitest'

test('the stylesheets and the rest of the code have the same colours', () => {
  const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8')
  const inCss = Object.fromEntries(
    [...css.matchAll(/--([a-z-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value]),
  )
  const inCode = Object.entries(brand).map(([name, value]) => [name.replace(/[A-Z]/g, '-$&').toLowerCase(), value])
  expect(inCss).toEqual(Object.fromEntries(inCode))
})
