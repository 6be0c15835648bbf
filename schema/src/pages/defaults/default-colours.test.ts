import { expect, test } from 'vitest'
import { coloursOf } from '../colour.ts'
import { contrastRatio } from '../colour-tools.ts'
import { plainCtaColours } from '../content/content-fields.ts'
import { defaultAbout } from './default-about.ts'
import { defaultBenefits } from './default-benefits.ts'
import { defaultHome } from './default-home.ts'
import { defaultHowItWorks } from './default-how-it-works.ts'
import { defaultMaterials } from './default-materials.ts'

type Colours = Record<string, string>
type Pair = { where: string; text: string; ground: string; needed: number }

/** Words that every page sets at 24 px, or bold at 19: 3 : 1 is enough for these (docs/decisions/0014-white-words-on-green.md). */
const isLarge = (where: string) =>
  /\b(?:title|emphasis|button)Text$|\bcta subtitleText$|^(?:about|how-it-works) hero subtitleText$/.test(where)

const groundOf: Record<string, string> = { badgeText: 'badgeBackground', buttonText: 'buttonBackground' }

/** Each colour that words are set in, with what lies behind it. */
function pairsOf(where: string, colours: Colours): Pair[] {
  return Object.entries(colours)
    .filter(([name]) => /text$/i.test(name))
    .map(([name, text]) => ({
      where: `${where} ${name}`,
      text,
      ground: colours[groundOf[name] ?? 'background'] ?? '',
      needed: isLarge(`${where} ${name}`) ? 3 : 4.5,
    }))
}

/** Every set of colours in a content, wherever it stands. */
function coloursIn(where: string, content: object): Pair[] {
  return Object.entries(content).flatMap(([name, value]: [string, unknown]) => {
    if (typeof value !== 'object' || value === null) return []
    return name === 'colors' ? pairsOf(where, value as Colours) : coloursIn(`${where} ${name}`, value)
  })
}

const pages = {
  home: defaultHome,
  materials: defaultMaterials,
  benefits: defaultBenefits,
  about: defaultAbout,
  'how-it-works': defaultHowItWorks,
}
const pairs = [
  ...Object.entries(pages).flatMap(([name, content]) => coloursIn(name, content)),
  ...pairsOf('a call to action without colours', plainCtaColours),
]

test.each(pairs)('$where reads at $needed : 1 on every colour of its ground', ({ text, ground, needed }) => {
  expect(contrastRatio(text, ground)).toBeGreaterThanOrEqual(needed)
})

test('every text colour of a header, a hero and a call to action is among the pairs', () => {
  expect(pairs).toHaveLength(3 * (3 + 7 + 4) + 2 * (2 + 4) + 4)
})

test('the logo, a picture, stands out at 3 : 1', () => {
  const { logoIcon, logoBackground } = defaultHome.header.colors
  expect(contrastRatio(logoIcon, logoBackground)).toBeGreaterThanOrEqual(3)
})

const isGreen = ({ red, green, blue }: { red: number; green: number; blue: number }) => green > red && green > blue

test('large words on a green ground are white', () => {
  const onGreen = pairs.filter(
    ({ needed, ground }) => needed === 3 && coloursOf(ground).every((colour) => isGreen(colour) && colour.red < 128),
  )
  expect(onGreen.length).toBeGreaterThan(10)
  expect(onGreen.map(({ text }) => text)).toEqual(onGreen.map(() => '#ffffff'))
})
