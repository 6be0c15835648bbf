import { expect, test } from 'vitest'
import { fixedTexts } from '../content/home-page.ts'
import { pageKinds } from '../page.ts'
import { AboutContentInput, HomeContentInput, HowItWorksContentInput } from './content-inputs.ts'
import { defaultHome } from './default-home.ts'
import { extensionsHome } from './extensions/extensions-home.ts'
import { startContent, startTrades, type StartTrade } from './start-content.ts'

const inputs = { index: HomeContentInput, about: AboutContentInput, 'how-it-works': HowItWorksContentInput }
const cases = startTrades.flatMap((trade) => pageKinds.map((kind) => [trade, kind] as const))

/** Words that only the other trade uses. */
const foreign: Record<StartTrade, RegExp> = {
  driveways: /extension|loft|storey|party wall/i,
  extensions: /driveway|\bdrives?\b|paving|\bkerb\b|tarmac|resin|gravel|surface/i,
}
/** The tagline is fixed (docs/specification.md, appendix), whatever the page is about; to extend a driveway is a job. */
const fixed = [defaultHome.header.tagline, fixedTexts.free]

test.each(cases)('the default content for %s is a sound %s page that speaks of nothing else', (trade, kind) => {
  const content = startContent(kind, '/', trade)
  expect(inputs[kind].parse(content)).toEqual(content)
  const words = fixed.reduce((text, one) => text.replaceAll(one, ''), JSON.stringify(content))
  expect(foreign[trade].exec(words)?.[0]).toBeUndefined()
})

test('the forms send their leads to firms of their trade, and ask who, when and for how much alike', () => {
  expect(defaultHome.quoteForm.trade).toBe('driveways')
  expect(extensionsHome.quoteForm.trade).toBe('extensions')
  const names = (home: typeof defaultHome) => home.quoteForm.fields.map(({ name }) => name)
  expect(names(extensionsHome).filter((name) => names(defaultHome).includes(name))).toEqual(
    expect.arrayContaining(['first_name', 'email', 'mobile', 'postcode', 'timeframe', 'budget', 'additionalInfo']),
  )
  const bands = extensionsHome.quoteForm.fields.find(({ name }) => name === 'budget')?.options
  expect([bands?.[0]?.label, bands?.at(-1)?.label]).toEqual(['Under £40,000', '£160,000+'])
})
