/** A figure of one process or of the whole, as it was read one time after the other. */
export type Series = { name: string; values: number[]; limit: Limit }

/** By how much its line may rise over the time that counts: a share of where it begins, or so much, whichever is more. */
export type Limit = { share: number; least: number; unit: string }

export type Slope = { name: string; from: number; to: number; isWrong: boolean; unit: string }

/** What a process opens, compiles and caches at first does not count: the first third. */
const warmUp = 1 / 3

/** The line through the values that counts, where it begins and ends, and whether it rises by more than it may. */
export function slopeOf({ name, values, limit }: Series): Slope {
  const counted = values.slice(Math.floor(values.length * warmUp))
  const last = counted.length - 1
  const mean = counted.reduce((sum, value) => sum + value, 0) / counted.length
  const deviations = counted.map((value, index) => ({ value: value - mean, index: index - last / 2 }))
  const square = deviations.reduce((sum, { index }) => sum + index * index, 0)
  const rise = deviations.reduce((sum, { value, index }) => sum + value * index, 0) / (square || 1)
  const [from, to] = [mean - (rise * last) / 2, mean + (rise * last) / 2]
  return { name, from, to, unit: limit.unit, isWrong: to - from > Math.max(limit.share * from, limit.least) }
}
