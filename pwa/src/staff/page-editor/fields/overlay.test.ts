import { expect, test } from 'vitest'
import { opacityWords, overlayColour, overlayWithColour, overlayWithOpacity } from './overlay.ts'

test.each([
  ['hex', '#16a34a', 'rgba(22,163,74,0.5)'],
  ['short hex', '#fff', 'rgba(255,255,255,0.5)'],
  ['rgb', 'rgb(0, 0, 0)', 'rgba(0,0,0,0.5)'],
  ['rgba brings its opacity', 'rgba(10, 20, 30, .25)', 'rgba(10,20,30,0.25)'],
  ['hex with opacity brings it', '#00000000', 'rgba(0,0,0,0)'],
  ['no colour stays as typed', 'sky', 'sky'],
])('another overlay colour, %s', (_what, typed, kept) => {
  expect(overlayWithColour('rgba(0,0,0,0.5)', typed)).toBe(kept)
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
])('the opacity of %s as %i%% is inside the text', (overlay, percent, kept) => {
  expect(overlayWithOpacity(overlay, percent)).toBe(kept)
})

test('the colour keeps its hex whatever the slider does', () => {
  let overlay = overlayWithColour('rgba(0,0,0,0.5)', '#16a34a')
  for (const percent of [0, 1, 50, 99, 100, 0]) overlay = overlayWithOpacity(overlay, percent)
  expect([overlayColour(overlay), overlay]).toEqual(['#16a34a', 'rgba(22,163,74,0)'])
})

test('the ends of the slider are named', () => {
  expect([0, 1, 100].map(opacityWords)).toEqual(['0% (Transparent)', '1%', '100% (Opaque)'])
})
