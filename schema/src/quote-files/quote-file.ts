import { countOf } from '../text.ts'

/** A file that belongs to a price: the PDF of a quote (docs/specification.md, 5.7), or a firm's photo or PDF (5.12). */
export type QuoteFile = {
  id: string
  /** As the person's device named it, without folders. */
  name: string
  /** In bytes. */
  size: number
}

/** A photo is stored as JPEG, whatever it came as. */
export const priceFileTypes = ['application/pdf', 'image/jpeg'] as const
export type PriceFileType = (typeof priceFileTypes)[number]

/** A file of a price that was sent. Its digest is part of the price's own, so that the file never changes either. */
export type PriceFile = QuoteFile & {
  type: PriceFileType
  /** Of its bytes, as 64 hexadecimal digits. */
  sha256: string
  /** Pixels of a photo; null of a PDF. */
  width: number | null
  height: number | null
}

/** Files of one version of a price. */
export const maximumPriceFiles = 5

/** In bytes: what a firm may add to a price at once, photos as its phone took them. */
export const maximumFormFiles = 24 * 1024 * 1024

/** Made where the file was chosen, so that it is stored once however often it is sent. */
export const isFileId = (text: string): boolean => /^[\da-f]{24}$/.test(text)

/** '2 photos, 1 PDF'; null without files. */
export function filesText(files: readonly Pick<PriceFile, 'type'>[]): string | null {
  const photos = files.filter(({ type }) => type === 'image/jpeg').length
  const parts = [
    ...(photos > 0 ? [countOf(photos, 'photo')] : []),
    ...(files.length > photos ? [countOf(files.length - photos, 'PDF')] : []),
  ]
  return parts.join(', ') || null
}

/** 'offer.pdf (120 kB)' */
export const fileText = ({ name, size }: Pick<QuoteFile, 'name' | 'size'>): string =>
  `${name} (${size < 1_000_000 ? `${Math.ceil(size / 1_000)} kB` : `${(size / 1_000_000).toFixed(1)} MB`})`

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
