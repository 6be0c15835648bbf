/** A pattern for texts that contain `text` in any case; null when there is nothing to look for. */
export function containing(text: string | null | undefined): RegExp | null {
  const wanted = cleanSearch(text)
  return wanted === '' ? null : new RegExp(escapePattern(wanted), 'i')
}

/** MongoDB refuses patterns with control characters. */
export const cleanSearch = (text: string | null | undefined) => (text ?? '').replace(/[\u0000-\u001F]/g, ' ').trim()

export const escapePattern = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)
