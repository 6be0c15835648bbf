import { parseArea } from '@kerbside/schema/contractors/area-text'
import { postcodeAreas } from '@kerbside/schema/quotes/postcode'
import { expect, test } from 'vitest'
import { districtsWithin, irishTiles, tileAt, ukTiles } from './area-tiles.ts'

const areasOf = (rows: typeof ukTiles) => rows.flat().flatMap((tile) => tile?.area ?? [])

test('the map has each postcode area once, in rows of the same width', () => {
  expect(areasOf(ukTiles).toSorted()).toEqual(Object.keys(postcodeAreas).toSorted())
  expect(new Set(ukTiles.map((row) => row.length)).size).toBe(1)
})

test('the Irish list has each county and routing key once, and every tile is read as the area that it is', () => {
  const irish = areasOf(irishTiles)
  expect(new Set(irish).size).toBe(irish.length)
  expect(irish.filter((area) => area.startsWith('County'))).toHaveLength(26)
  expect(irish).toContain('W12 Ireland')
  for (const area of irish)
    expect(parseArea(area)).toMatchObject({
      ok: true,
      area: { kind: area.startsWith('County') ? 'county' : 'routing-key' },
    })
})

test('districts are counted in their own postcode area only', () => {
  const areas = ['SW1A', 'SW3', 'S1', 'SW', 'D02', 'County Cork', 'UK']
  expect([districtsWithin('SW', areas), districtsWithin('S', areas), districtsWithin('W', areas)]).toEqual([2, 1, 0])
})

test('arrow keys lead from every tile to every other', () => {
  for (const rows of [ukTiles, irishTiles]) {
    const [start = ''] = areasOf(rows)
    const reached = new Set([start])
    for (const area of reached) {
      for (const key of ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']) {
        const next = tileAt(rows, area, key)
        if (next) reached.add(next.area)
      }
    }
    expect(reached.size).toBe(areasOf(rows).length)
  }
  expect(tileAt(ukTiles, 'SW', 'ArrowRight')?.area).toBe('SE')
  expect(tileAt(ukTiles, 'SE', 'Enter')).toBeNull()
})
