/** An uploaded picture as it is stored: turned upright, without metadata, and reduced to a workable size. */
export type Image = {
  id: string
  /** What the uploader called it, without its ending. */
  name: string
  fileName: string
  mimeType: 'image/jpeg' | 'image/png'
  /** Bytes, as stored. */
  size: number
  /** Pixels, as stored. */
  width: number
  height: number
  /** What it shows, for people who cannot see it; empty while nobody has written it. */
  alt: string
  createdAt: Date
  createdBy: { id: string; name: string }
  /** Since when no page has shown it; null while one does. */
  unusedSince: Date | null
}

/** Limits of an uploaded file. */
export const uploadLimits = { bytes: 12 * 1024 * 1024, pixels: 50_000_000 } as const
/** Pixels of the longest edge as stored. */
export const longestEdge = 3_200
/** Characters of an alternative text. */
export const longestAlt = 250
/** A picture that no page has used for this long is cleared. */
export const unusedDays = 30

/** Widths a picture is made in; others are rounded up to the next. */
export const imageWidths = [320, 480, 640, 768, 1024, 1280, 1600, 1920, 2560] as const
/** `original` is the format in which the picture is stored. */
export const imageFormats = ['original', 'webp', 'avif', 'jpeg'] as const
export type ImageFormat = (typeof imageFormats)[number]

export const isImageId = (text: unknown): text is string => typeof text === 'string' && /^[0-9a-f]{24}$/i.test(text)

/** Where a picture is shown from. Takes `?w=&format=`. */
export const imageUrl = (id: string | number) => `/api/images/${encodeURIComponent(id)}/stream`

/** For `srcset`. A picture narrower than a width is served as wide as it is. */
export const srcSet = (
  id: string | number,
  widths: readonly number[] = imageWidths,
  format: ImageFormat = 'webp',
): string => widths.map((width) => `${imageUrl(id)}?w=${width}&format=${format} ${width}w`).join(', ')

const streamUrl = /\/api\/images\/([0-9a-f]{24})\/stream/gi

/**
 * Ids of all pictures that page content refers to, by address or as an uploaded object, in any field at any depth. The
 * clearing job removes the others. Walks without recursion, so that no nesting is too deep.
 */
export function imageIdsIn(content: unknown): Set<string> {
  const ids = new Set<string>()
  const waiting: unknown[] = [content]
  while (waiting.length > 0) {
    const value = waiting.pop()
    if (typeof value === 'string') {
      for (const [, id = ''] of value.matchAll(streamUrl)) ids.add(id.toLowerCase())
    } else if (typeof value === 'object' && value !== null) {
      if ('url' in value && 'id' in value && isImageId(value.id)) ids.add(value.id.toLowerCase())
      for (const part of Object.values(value)) waiting.push(part)
    }
  }
  return ids
}

/** What page content stores about an upload. */
export type UploadedImage = { id: string | number; url: string; name: string; size: number }

/** Reads the answer to an upload. The address is built from the id; the path only proves that the picture is stored. */
export function parseImageResponse(body: unknown): UploadedImage {
  const image = partsOf(partsOf(body)['image'])
  const { id, size } = image
  const [path, name] = [image['path'] ?? image['location'], image['name'] ?? image['file_name']]
  const hasId = (typeof id === 'string' && id !== '') || typeof id === 'number'
  if (!hasId || typeof path !== 'string' || path === '') {
    throw new Error('Invalid image store response: missing id or path')
  }
  return {
    id,
    url: imageUrl(id),
    name: typeof name === 'string' ? name : '',
    size: typeof size === 'number' ? size : 0,
  }
}

const partsOf = (value: unknown): Record<string, unknown> => (typeof value === 'object' ? { ...value } : {})
