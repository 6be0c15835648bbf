import { expect, test } from 'vitest'
import { isCells, pastedLines } from './pasted-lines.ts'

test.each([
  ['Block paving\t42.5\tm2\t£80.00', { text: 'Block paving', quantity: '42.5', unit: 'm²', unitPrice: '£80.00' }],
  ['Skip\t300', { text: 'Skip', quantity: '', unit: 'item', unitPrice: '300' }],
  ['Edging\t12\t9.50', { text: 'Edging', quantity: '12', unit: 'item', unitPrice: '9.50' }],
  ['Labour\t3\tdays\t250\t750', { text: 'Labour', quantity: '3', unit: 'day', unitPrice: '250' }],
  ['"Kerb ""A"""\t2\tEach\t1,200.50', { text: 'Kerb "A"', quantity: '2', unit: 'item', unitPrice: '1,200.50' }],
])('%j is a line', (text, line) => {
  expect(pastedLines(text)).toEqual([line])
})

test('titles and empty rows are left out', () => {
  expect(pastedLines('Item\tQty\tUnit\tRate\r\nSand\t2\ttonnes\t45\r\n\t\t\r\n').map(({ text }) => text)).toEqual([
    'Sand',
  ])
})

test('words are no cells', () => {
  expect([isCells('Block paving, grey'), isCells('a\tb')]).toEqual([false, true])
})
