import { newField, type FieldWidth, type FormField, type FormLayout } from '@kerbside/schema/quotes/form-definition'
import { layoutOf } from '@kerbside/schema/quotes/form-layout'
import { expect, test } from 'vitest'
import { appended, dropField, moveTo, ownRow, readingOrder, stepField, tidyLayout, type Edge } from './layout-moves.ts'

/** Capital letters are full fields, small ones half. */
const field = (id: string): FormField => {
  const width: FieldWidth = id === id.toUpperCase() ? 'full' : 'half'
  return { ...newField(0), id, name: id, width }
}

/** `a+b C d` is a row of two, a full field and a lone half one; `a/b` are stacked in one column. */
function layout(text: string): FormLayout {
  const rows = text.split(' ').map((row, index) => ({
    id: `r${index}`,
    columns: row.split('+').map((column, place) => ({ id: `r${index}c${place}`, fieldIds: column.split('/') })),
  }))
  return { rows }
}
const show = ({ rows }: FormLayout) =>
  rows.map(({ columns }) => columns.map(({ fieldIds }) => fieldIds.join('/')).join('+')).join(' ')
const fieldsOf = (text: string) => text.split(/[ +/]/).map(field)

test.each([
  // text, field, up, down
  ['a+b c', 'c', 'a+c b', null],
  ['a+b c', 'a', null, 'b+a c'],
  ['a+b c', 'b', 'b+a c', 'a c+b'],
  ['a b', 'b', 'a+b', null],
  ['a b', 'a', null, 'b+a'],
  ['a+b', 'b', 'b+a', 'a b'],
  ['A b+c', 'b', 'b A c', 'A c+b'],
  ['A b+c', 'A', null, 'b+c A'],
  ['a+b C', 'C', 'C a+b', null],
  ['a+b C d', 'b', 'b+a C d', 'a C b d'],
  ['a+b c+d', 'c', 'a+c b+d', 'a+b d+c'],
  ['a/b+c', 'a', null, 'b/a+c'],
  ['A B', 'B', 'B A', null],
])('in %s, %s goes up to %s and down to %s', (text, id, up, down) => {
  const fields = fieldsOf(text)
  const start = layout(text)
  const upwards = stepField(fields, start, id, 'up')
  const downwards = stepField(fields, start, id, 'down')
  expect([show(upwards), show(downwards)]).toEqual([up ?? text, down ?? text])
  // Nowhere to go: the very same layout, so that the button can say so.
  expect([upwards === start, downwards === start]).toEqual([up === null, down === null])
})

test.each<[string, string, Edge, string, string]>([
  ['a+b c', 'c', 'left', 'a', 'c+b a'],
  ['a b', 'b', 'left', 'a', 'b+a'],
  ['a b', 'a', 'right', 'b', 'b+a'],
  ['a+b c', 'a', 'above', 'c', 'b a c'],
  ['a+b c', 'c', 'above', 'b', 'c a+b'],
  ['a+b', 'b', 'left', 'a', 'b+a'],
  ['A b+c D', 'D', 'below', 'A', 'A D b+c'],
  ['A b+c D', 'A', 'below', 'c', 'b+c A D'],
])('in %s, dragging %s to the %s of %s gives %s', (text, id, edge, over, wanted) => {
  expect(show(dropField(fieldsOf(text), layout(text), { id, over, edge }))).toBe(wanted)
})

test('a full field never shares a row, and the one it stood beside stays', () => {
  expect(show(tidyLayout(fieldsOf('a+B c'), layout('a+B c')))).toBe('a B c')
})

test('what the layout forgot comes last, what no field has goes, and each stands once', () => {
  expect(show(tidyLayout(fieldsOf('a b C d'), layout('a+x a+b')))).toBe('a b C d')
})

test('ids of rows and columns stay, and are never given twice', () => {
  const text = 'a+b c+d'
  const next = dropField(fieldsOf(text), layout(text), { id: 'b', over: 'd', edge: 'below' })
  const ids = next.rows.flatMap(({ id, columns }) => [id, ...columns.map((column) => column.id)])
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids).toEqual(expect.arrayContaining(['r0', 'r0c0', 'r1', 'r1c0', 'r1c1']))
  expect(ids).not.toContain('')
})

test('a row of its own is the one below, and a lone field has it already', () => {
  expect(show(ownRow(fieldsOf('a+b c'), layout('a+b c'), 'a'))).toBe('b a c')
  const alone = layout('a b')
  expect(ownRow(fieldsOf('a b'), alone, 'a')).toBe(alone)
})

test('by keyboard a field reaches the place of any other, and a full one passes a pair as a whole', () => {
  const text = 'a+b C d+e F g'
  const fields = fieldsOf(text)
  const start = readingOrder(layout(text))
  for (const id of start) {
    for (const over of start) {
      const order = readingOrder(moveTo(fields, layout(text), id, over))
      const off = Math.abs(order.indexOf(id) - start.indexOf(over))
      expect([id, over, off]).toEqual([id, over, id === id.toUpperCase() && off === 1 ? 1 : 0])
      expect(order.toSorted()).toEqual(start.toSorted())
    }
  }
})

test('a new field joins a half field that stands alone at the end', () => {
  expect(show(appended(fieldsOf('a+b c x'), layout('a+b c'), 'x'))).toBe('a+b c+x')
  expect(show(appended(fieldsOf('a+b x'), layout('a+b'), 'x'))).toBe('a+b x')
  expect(show(appended(fieldsOf('A x'), layout('A'), 'x'))).toBe('A x')
  expect(show(appended(fieldsOf('x'), { rows: [] }, 'x'))).toBe('x')
})

test('the layout that fields get by themselves is tidy', () => {
  const fields = fieldsOf('a b C d e F')
  expect(tidyLayout(fields, layoutOf(fields))).toEqual(layoutOf(fields))
})
