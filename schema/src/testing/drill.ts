import fc from 'fast-check'

/**
 * A drill tries a promise with many rounds, volumes and faults. `npm test` runs a short form of each, always the same;
 * `npm run drills` the long one, from a seed that it prints.
 */
const isLong = process.env['KERBSIDE_DRILLS'] === 'long'

/** The size for this run: a number, a text or a whole set of sizes. */
export const sized = <T>({ short, long }: { short: T; long: T }): T => (isLong ? long : short)

/** The seed of this run: whole, from 0. */
export const seed = Number(process.env['KERBSIDE_SEED'] ?? 1)

fc.configureGlobal({ seed })

let state = seed
/** From 0 to 1, in the order that the seed decides. Mulberry32. */
export function random(): number {
  state = (state + 0x6d2b79f5) | 0
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
}
