import { expect, test } from 'vitest'
import { keptPaint, paintProblem, paintStops, withStop } from './paint.ts'

const gradient = 'linear-gradient(to right, #16a34a, rgba(5,150,105,0.5))'

test('a typed colour is kept in its canonical spelling, and nonsense as it was typed', () => {
  expect(keptPaint(' #16A34A ')).toBe('#16a34a')
  expect(keptPaint('linear-gradient(to right,#16A34A,#059669)')).toBe('linear-gradient(to right, #16a34a, #059669)')
  expect(keptPaint(' red; } ')).toBe('red; }')
})

test('only what is neither empty nor a colour is a problem, and a gradient is no single colour', () => {
  expect(['', '  ', '#fff', gradient].map((text) => paintProblem(text))).toEqual([null, null, null, null])
  expect(paintProblem('url(x)')).toMatch(/^Not a colour/)
  expect(paintProblem(gradient, 'colour')).toMatch(/^Not a colour/)
})

test('the colours of a gradient are exchanged one at a time', () => {
  expect(paintStops(gradient)).toEqual(['#16a34a', '#05966980'])
  expect(withStop(gradient, 0, '#000000')).toBe('linear-gradient(to right, #000000, rgba(5,150,105,0.5))')
  expect(withStop(gradient, 1, '#ffffff80')).toBe('linear-gradient(to right, #16a34a, #ffffff80)')
  expect(withStop('#123456', 0, '#654321')).toBe('#654321')
  expect(withStop('nonsense', 0, '#654321')).toBe('#654321')
  expect(withStop(gradient, 0, 'nonsense')).toBe(gradient)
})
