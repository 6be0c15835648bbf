import { imageUrlOf, type ImageRef } from '@kerbside/schema/pages/link'

type Props = {
  image: ImageRef
  alt: string
  /** How wide it is shown, in the words of the `sizes` attribute. */
  sizes: string
  className?: string
  /** In the first screen: asked for at once. */
  eager?: boolean
}

// Widths in pixels, out of those that the server makes.
const widths = [480, 1024, 1600]
const uploaded = /^\/api\/images\/[^/?]+\/stream$/

/** The widths that one of our own uploads comes in; undefined for any other picture. */
export function photoSources(url: string): string | undefined {
  if (!uploaded.test(url)) return undefined
  return widths.map((width) => `${url}?w=${width}&format=webp ${width}w`).join(', ')
}

/** A picture of the content, in the width that the screen needs where it is one of our own uploads. */
export function Photo({ image, alt, sizes, className, eager = false }: Props) {
  const url = imageUrlOf(image)
  const srcSet = photoSources(url)
  return (
    <img
      className={className}
      src={url}
      {...(srcSet && { srcSet, sizes })}
      alt={alt}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : 'auto'}
      decoding="async"
    />
  )
}
