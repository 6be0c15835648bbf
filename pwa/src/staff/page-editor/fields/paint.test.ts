import { expect, test } from 'vitest'
import {
  opacityLabel,
  overlayColour,
  overlayWithColour,
  overlayWithOpacity,
  paintError,
  paintStops,
  storedPaint,
  withStop,
} from './paint.ts'

const gradient = 'linear-gradient(to right, #16a34a, rgba(5,150,105,0.5))'

test('a typed colour is stored in its canonical spelling, and nonsense as it was typed', () => {
  expect(storedPaint(' #16A34A ')).toBe('#16a34a')
  expect(storedPaint('linear-gradient(to right,#16A34A,#059669)')).toBe('linear-gradient(to right, #16a34a, #059669)')
  expect(storedPaint(' red; } ')).toBe('red; }')
})

test('only what is neither empty nor a colour is a problem, and a gradient is no single colour', () => {
  expect(['', '  ', '#fff', gradient].map((text) => paintError(text))).toEqual([null, null, null, null])
  expect(paintError('url(x)')).toMatch(/^Not a colour/)
  expect(paintError(gradient, 'colour')).toMatch(/^Not a colour/)
})

test('the colours of a gradient are exchanged one at a time', () => {
  expect(paintStops(gradient)).toEqual(['#16a34a', '#05966980'])
  expect(withStop(gradient, 0, '#000000')).toBe('linear-gradient(to right, #000000, rgba(5,150,105,0.5))')
  expect(withStop(gradient, 1, '#ffffff80')).toBe('linear-gradient(to right, #16a34a, #ffffff80)')
  expect(withStop('#123456', 0, '#654321')).toBe('#654321')
  expect(withStop('nonsense', 0, '#654321')).toBe('#654321')
  expect(withStop(gradient, 0, 'nonsense')).toBe(gradient)
})

test.each([
  ['hex', '#16a34a', 'rgba(22,163,74,0.5)'],
  ['short hex', '#fff', 'rgba(255,255,255,0.5)'],
  ['rgb', 'rgb(0, 0, 0)', 'rgba(0,0,0,0.5)'],
  ['rgba brings its opacity', 'rgba(10, 20, 30, .25)', 'rgba(10,20,30,0.25)'],
  ['hex with opacity brings it', '#00000000', 'rgba(0,0,0,0)'],
  ['no colour stays as typed', 'sky', 'sky'],
])('another overlay colour, %s', (_what, typed, stored) => {
  expect(overlayWithColour('rgba(0,0,0,0.5)', typed)).toBe(stored)
})

test('a colour after nonsense starts half opaque', () => {
  expect(overlayWithColour('sky', '#000000')).toBe('rgba(0,0,0,0.5)')
})

test.each([
  ['rgba(1,2,3,0.5)', 0, 'rgba(1,2,3,0)'],
  ['#010203', 37, 'rgba(1,2,3,0.37)'],
  ['rgb(1,2,3)', 100, 'rgba(1,2,3,1)'],
  ['rgba(1,2,3,0.5)', 140, 'rgba(1,2,3,1)'],
  ['sky', 20, 'sky'],
])('the opacity of %s as %i%% is inside the text', (overlay, percent, stored) => {
  expect(overlayWithOpacity(overlay, percent)).toBe(stored)
})

test('the colour keeps its hex whatever the slider does', () => {
  let overlay = overlayWithColour('rgba(0,0,0,0.5)', '#16a34a')
  for (const percent of [0, 1, 50, 99, 100, 0]) overlay = overlayWithOpacity(overlay, percent)
  expect([overlayColour(overlay), overlay]).toEqual(['#16a34a', 'rgba(22,163,74,0)'])
})

test('the ends of the slider are named', () => {
  expect([0, 1, 100].map(opacityLabel)).toEqual(['0% (Transparent)', '1%', '100% (Opaque)'])
})
