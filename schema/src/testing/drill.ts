import fc from 'fast-check'

/** The seed of this run, whole, from 0: `npm run drills` prints it, and `npm test` has the same one always. */
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
