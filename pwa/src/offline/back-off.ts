const first = 5_000
const longest = 5 * 60_000

/** Milliseconds to wait after that many failed tries: 5 s, 10 s, 20 s … 5 min, give or take a fifth. */
export function backOff(attempts: number, random = Math.random()): number {
  const delay = Math.min(longest, first * 2 ** Math.max(0, attempts - 1))
  // Phones that lost one server together must not all come back in the same second.
  return Math.round(delay * (0.8 + 0.4 * random))
}
