// Whose turn it is to get a lead (docs/decisions/0028-turns-by-weight.md). `turn` counts what a firm has had: each lead
// adds the less, the higher the firm's weight is, and the lowest turn comes next.

/** What a lead adds to the turn of a firm of weight 1. Twice every weight divides it, so that turns stay whole numbers. */
const fullTurn = 5_040

type InLine = { turn?: number; weight?: number; lastLeadAt: Date | null }

/** What a lead adds to a firm's turn. */
export const turnOf = ({ weight = 1 }: Pick<InLine, 'weight'>): number => fullTurn / weight

/** A firm that is so many leads behind was not just unlucky: it could not be asked for a while, or is new. */
const leadsBehind = 3

/**
 * From where a firm's turn counts among these. One that is far behind is counted as one lead behind the firm that had most:
 * it comes first, and is then in line with the others instead of catching up.
 */
export function turnAmong(firms: readonly InLine[]): (firm: InLine) => number {
  const highest = Math.max(...firms.map(({ turn = 0 }) => turn))
  return ({ turn = 0 }) => (turn < highest - leadsBehind * fullTurn ? highest - fullTurn : turn)
}

/** Orders firms by their turns; of firms with the same, those that have waited longest since their last lead come first. */
export function byTurn(firms: readonly InLine[]): (a: InLine, b: InLine) => number {
  const turn = turnAmong(firms)
  // The middle of the next lead's share: by its begin heavy firms would get too many leads, by its end too few.
  const middle = (firm: InLine) => turn(firm) + turnOf(firm) / 2
  return (a, b) => middle(a) - middle(b) || waited(a) - waited(b)
}

const waited = ({ lastLeadAt }: InLine) => lastLeadAt?.getTime() ?? 0
