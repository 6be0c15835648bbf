import { areaText } from '@kerbside/schema/contractors/area-text'
import { irishCounties, routingKeysOf, townOf } from '@kerbside/schema/quotes/places'

/** `area` as it is typed, which is also what a firm's draft holds. `short` is on the tile, `name` is read out. */
export type Tile = { area: string; short: string; name: string }
export type TileRow = readonly (Tile | null)[]

// The postcode areas about where they are, so that neighbours are near each other. A dot is sea, or another country.
const ukMap = `
.  .  .  .  .  .  .  .  .  .  .  ZE
.  .  .  HS .  .  .  .  .  KW .  .
.  .  .  .  .  IV .  .  AB .  .  .
.  .  .  .  .  PH .  DD .  .  .  .
.  .  .  .  PA FK KY .  .  .  .  .
.  .  .  .  G  ML EH .  .  .  .  .
.  .  .  .  KA .  TD NE .  .  .  .
BT .  .  .  DG CA DH SR .  .  .  .
.  .  IM .  .  LA DL TS .  .  .  .
.  .  .  .  FY PR BD HG YO .  .  .
.  .  .  .  L  BB HX LS WF HU .  .
.  .  .  .  WN BL OL HD DN .  .  .
.  .  .  CH WA M  SK S  LN .  .  .
.  .  LL CW ST DE NG .  PE .  .  .
.  .  SY TF WV WS LE NN .  NR .  .
.  .  LD DY B  CV MK SG CB IP .  .
.  SA HR WR OX LU AL CM CO .  .  .
.  CF NP GL HP WD EN IG RM SS .  .
.  .  BS SN SL HA NW N  E  .  .  .
.  .  BA RG UB W  WC EC DA ME CT .
.  TA SP GU TW SW SE BR TN .  .  .
EX DT BH SO KT SM CR RH .  .  .  .
PL TQ .  PO .  .  BN .  .  .  .  .
TR .  .  .  .  .  .  .  .  .  .  .
.  .  .  GY JE .  .  .  .  .  .  .
`

export const ukTiles: readonly TileRow[] = ukMap
  .trim()
  .split('\n')
  .map((row) =>
    row
      .trim()
      .split(/\s+/)
      .map((area) => (area === '.' ? null : { area, short: area, name: townOf(area) ?? area })),
  )

/** Each county, and behind it its routing keys. */
export const irishTiles: readonly TileRow[] = irishCounties.map((county) => [
  { area: areaText({ kind: 'county', value: county }), short: `County ${county}`, name: 'the whole county' },
  ...routingKeysOf(county).map((value) => ({
    area: areaText({ kind: 'routing-key', value }),
    short: value,
    name: townOf(value) ?? value,
  })),
])

/** How many districts of a postcode area are among these areas: SW1A and SW3 are two of SW. */
export const districtsWithin = (area: string, areas: readonly string[]): number =>
  areas.filter((text) => text.length > area.length && /^[A-Z]+(?=\d[A-Z\d]?$)/.exec(text)?.[0] === area).length

const arrows: Record<string, readonly [down: number, right: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/** Where an arrow key leads from a tile: along its row, or to the nearest tile of the next row. Null at the edge. */
export function tileAt(rows: readonly TileRow[], from: string, key: string): Tile | null {
  const arrow = arrows[key]
  const row = rows.findIndex((tiles) => tiles.some((tile) => tile?.area === from))
  const column = rows[row]?.findIndex((tile) => tile?.area === from) ?? -1
  if (!arrow || column < 0) return null
  const [down, right] = arrow
  const tilesOf = (wanted: number) => (rows[wanted] ?? []).flatMap((tile, at) => (tile ? [{ tile, at }] : []))
  if (right !== 0) {
    const ahead = tilesOf(row).filter(({ at }) => (at - column) * right > 0)
    return ahead.toSorted((a, b) => (a.at - b.at) * right)[0]?.tile ?? null
  }
  const nearest = tilesOf(row + down).toSorted((a, b) => Math.abs(a.at - column) - Math.abs(b.at - column))
  return nearest[0]?.tile ?? null
}
