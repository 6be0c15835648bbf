/** The PDF that staff have attached to a quote (docs/specification.md, 5.7). */
export type QuoteFile = {
  id: string
  /** As the person's device named it, without folders. */
  name: string
  /** In bytes. */
  size: number
}

/** In bytes. */
export const maximumQuoteFile = 5 * 1024 * 1024

const signature = new TextEncoder().encode('%PDF-')

/** Whether a file is a PDF by its first bytes; its name and type are what anybody may write. */
export const isPdf = (bytes: Uint8Array): boolean => signature.every((byte, index) => bytes[index] === byte)

/** What is wrong with a file that somebody has chosen; null if it may be sent. `beginning`: its first bytes. */
export function quoteFileError(size: number, beginning: Uint8Array): string | null {
  if (size > maximumQuoteFile) return `A PDF may have ${maximumQuoteFile / 1024 / 1024} MB at most. Make it smaller.`
  return isPdf(beginning) ? null : 'This file is no PDF. Save it as a PDF and choose that.'
}
