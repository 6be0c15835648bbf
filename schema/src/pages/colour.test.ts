import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalColour, canonicalPaint, coloursOf, formatColour, parseColour, type Colour } from './colour.ts'
import { contrastRatio, checkContrast, opacityOf, pickerHex, withOpacity } from './colour-tools.ts'

const byte = fc.integer({ min: 0, max: 255 })
const alpha = fc.integer({ min: 0, max: 1000 }).map((value) => value / 1000)
const colour: fc.Arbitrary<Colour> = fc.record({
  red: byte,
  green: byte,
  blue: byte,
  alpha,
  notation: fc.constantFrom('hex', 'rgba'),
})
const place = fc.constantFrom('', ' 0%', ' 12.5%', ' 10px 40%')
const gradient = fc
  .tuple(
    fc.constantFrom('linear-gradient(', 'linear-gradient(45deg, ', 'linear-gradient(to left top, ', 'radial-gradient('),
    fc.array(fc.tuple(colour, place), { minLength: 2, maxLength: 8 }),
  )
  .map(([start, stops]) => `${start}${stops.map(([stop, at]) => formatColour(stop) + at).join(', ')})`)

test.each([
  ['#FFF', '#ffffff'],
  ['#16A34A', '#16a34a'],
  ['#0008', '#00000088'],
  [' #12345678 ', '#12345678'],
  ['rgb(22, 163, 74)', 'rgb(22,163,74)'],
  ['RGB(22 163 74 / 50%)', 'rgba(22,163,74,0.5)'],
  ['rgba(0,0,0,0.5)', 'rgba(0,0,0,0.5)'],
  ['rgba(0, 0, 0, .5)', 'rgba(0,0,0,0.5)'],
  ['rgba(100%, 0%, 0%, 1)', 'rgba(255,0,0,1)'],
  ['linear-gradient(to bottom right, #f0fdf4, #eff6ff)', 'linear-gradient(to bottom right, #f0fdf4, #eff6ff)'],
  ['linear-gradient(90DEG,#FFF 0%,rgba(0,0,0,.25) 100%)', 'linear-gradient(90deg, #ffffff 0%, rgba(0,0,0,0.25) 100%)'],
  ['linear-gradient(#fff,#000)', 'linear-gradient(#ffffff, #000000)'],
  [
    'radial-gradient(circle closest-side at top left, #fff, #000 50%)',
    'radial-gradient(circle closest-side at top left, #ffffff, #000000 50%)',
  ],
  ['radial-gradient(at 20% 30%, #fff, #000)', 'radial-gradient(at 20% 30%, #ffffff, #000000)'],
])('%s is kept as %s', (typed, kept) => {
  expect(canonicalPaint(typed)).toBe(kept)
})

test.each([
  '',
  'red',
  'transparent',
  'inherit',
  '#12',
  '#12345',
  '#ggg',
  'rgb(1,2)',
  'rgb(1,2,300)',
  'rgb(-1,2,3)',
  'rgba(0,0,0,2)',
  'rgba(0,0,0,0.5',
  'hsl(1,2%,3%)',
  'var(--x)',
  'url(https://evil.example/x.png)',
  'expression(alert(1))',
  '#fff; background: url(x)',
  '#fff}body{display:none',
  'linear-gradient(#fff)',
  'linear-gradient(#fff,#000',
  'linear-gradient(#fff,#000))',
  'linear-gradient(to middle, #fff, #000)',
  'linear-gradient(to top bottom, #fff, #000)',
  'linear-gradient(url(x), #fff)',
  'linear-gradient(#fff, #000), url(x)',
  'linear-gradient(#fff, #000 calc(1px))',
  'radial-gradient(circle at , #fff, #000)',
  'radial-gradient(at left right, #fff, #000)',
  'conic-gradient(#fff, #000)',
  'image-set("x")',
  `linear-gradient(${Array(20).fill('#fff').join(',')})`,
  '</style><script>alert(1)</script>',
])('%j is rejected', (typed) => {
  expect(canonicalPaint(typed)).toBeNull()
})

test('what comes out goes in again unchanged', () => {
  fc.assert(
    fc.property(fc.oneof(colour.map(formatColour), gradient), (text) => {
      const kept = canonicalPaint(text)
      expect(kept).not.toBeNull()
      expect(canonicalPaint(kept ?? '')).toBe(kept)
    }),
  )
})

test('a written colour is read as the colour it was', () => {
  fc.assert(
    fc.property(colour, (given) => {
      const read = parseColour(formatColour(given))
      expect(read).toMatchObject({ red: given.red, green: given.green, blue: given.blue, notation: given.notation })
      expect(Math.abs((read?.alpha ?? 9) - given.alpha)).toBeLessThan(0.003)
    }),
  )
})

test('no text whatever gets anything into a style but numbers, colours and the words of a gradient', () => {
  const pieces = 'linear-gradient( rgba( #fff , ) 0 % url( ; } at to'.split(' ')
  const mixed = fc.array(fc.constantFrom(' ', ...pieces), { maxLength: 12 }).map((all) => all.join(''))
  const harmless = /^(?:#[\da-f]+|(?:rgba?|linear-gradient|radial-gradient)\([a-z\d#(),.% -]+\))$/
  const kept = fc.sample(fc.oneof(fc.string(), mixed), 5_000).map(canonicalPaint)
  expect(kept.filter((paint) => paint !== null && !harmless.test(paint))).toEqual([])
})

test('opacity is put into hex, rgb and rgba and read back', () => {
  expect(withOpacity('#000000', 50)).toBe('rgba(0,0,0,0.5)')
  expect(withOpacity('rgb(1,2,3)', 0)).toBe('rgba(1,2,3,0)')
  expect(withOpacity('rgba(1,2,3,0.9)', 100)).toBe('rgba(1,2,3,1)')
  expect(withOpacity('nonsense', 50)).toBe('rgba(0,0,0,0.5)')
  expect(pickerHex('rgba(22,163,74,0.5)')).toBe('#16a34a')
  fc.assert(
    fc.property(colour, fc.integer({ min: 0, max: 100 }), (given, percent) => {
      const mixed = withOpacity(formatColour(given), percent)
      expect(opacityOf(mixed)).toBe(percent)
      expect(canonicalColour(mixed)).toBe(mixed)
    }),
  )
})

test('contrast is that of WCAG, of the worst stop, with what shines through on white', () => {
  expect(contrastRatio('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrastRatio('#ffffff', '#16a34a')).toBeCloseTo(3.3, 1)
  expect(contrastRatio('#15803d', '#ffffff')).toBeCloseTo(5.02, 1)
  expect(contrastRatio('#ffffff', '#f97316')).toBeCloseTo(2.8, 1)
  expect(contrastRatio('#ffffff', 'linear-gradient(#000000, #ffffff)')).toBeCloseTo(1)
  expect(contrastRatio('#ffffff', 'rgba(0,0,0,0)')).toBeCloseTo(1)
  expect(contrastRatio('red', '#ffffff')).toBeNull()
})

test('large text needs less contrast', () => {
  expect(checkContrast('#ffffff', '#16a34a', 'large')?.enough).toBe(true)
  expect(checkContrast('#ffffff', '#16a34a')).toMatchObject({
    enough: false,
    message: 'Hard to read: contrast 3.2 : 1, at least 4.5 : 1 is needed',
  })
})

test('a gradient stands in for one colour by its first', () => {
  expect(coloursOf('linear-gradient(to right, #16a34a, #059669)').map(formatColour)[0]).toBe('#16a34a')
  expect(coloursOf('')).toEqual([])
})
