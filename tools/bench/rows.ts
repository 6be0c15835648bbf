/** What a figure is to reach: at least so much, or at most. */
export type Goal = { least: number } | { most: number }

/** How far the rounds of a figure may lie apart, as a part of their median: beyond it the run says nothing. */
const widest = 0.2

const rounds = 3

/** Measures the same thing three times. */
export async function inRounds<T>(measure: () => Promise<T>): Promise<T[]> {
  const results: T[] = []
  for (let round = 0; round < rounds; round += 1) results.push(await measure())
  return results
}

const sorted = (values: readonly number[]) => values.toSorted((a, b) => a - b)
const median = (values: readonly number[]) => sorted(values)[Math.floor(values.length / 2)] ?? Number.NaN

/** The value that so large a part of the sorted values does not exceed. */
export const percentile = (values: readonly number[], part: number) =>
  sorted(values)[Math.ceil(values.length * part) - 1] ?? Number.NaN

export function printRow(name: string, values: readonly number[], goal: Goal | null, unit = ''): void {
  const [least = Number.NaN, most = Number.NaN] = [sorted(values)[0], sorted(values).at(-1)]
  const middle = median(values)
  const spread = values.length > 1 ? `${shown(least)} to ${shown(most)}` : ''
  const verdict =
    goal === null ? '' : most - least > widest * middle ? 'too noisy' : isMet(middle, goal) ? 'met' : 'missed'
  const cells = [
    name.padEnd(44),
    (shown(middle) + unit).padStart(9),
    spread.padEnd(16),
    goalText(goal, unit).padEnd(14),
  ]
  console.log(`${cells.join('  ')}  ${verdict}`.trimEnd())
}

const shown = (value: number) => (value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2))
const isMet = (value: number, goal: Goal) => ('least' in goal ? value >= goal.least : value <= goal.most)
const goalText = (goal: Goal | null, unit: string) =>
  goal === null ? '' : 'least' in goal ? `goal ≥ ${goal.least}${unit}` : `goal ≤ ${goal.most}${unit}`
