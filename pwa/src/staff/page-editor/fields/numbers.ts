/** Parsed as an integer, 0 when there is none to find. */
export function wholeNumber(text: string): number {
  const number = Number.parseInt(text, 10)
  return Number.isSafeInteger(number) ? number : 0
}

/** Stars of a testimonial: 1–5; what is no number counts as 1. */
export function clampRating(text: string): number {
  const number = text.trim() === '' ? Number.NaN : Number(text)
  return Number.isNaN(number) ? 1 : Math.round(Math.min(5, Math.max(1, number)))
}
