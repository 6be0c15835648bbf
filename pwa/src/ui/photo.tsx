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

const widths = [480, 960, 1600]
const uploaded = /^\/api\/images\/[^/?]+\/stream$/

/** A picture of the content, in the width that the screen needs where it is one of our own uploads. */
export function Photo({ image, alt, sizes, className, eager = false }: Props) {
  const url = imageUrlOf(image)
  const variants = uploaded.test(url) && {
    srcSet: widths.map((width) => `${url}?w=${width}&format=webp ${width}w`).join(', '),
    sizes,
  }
  return (
    <img
      className={className}
      src={url}
      {...variants}
      alt={alt}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : 'auto'}
      decoding="async"
    />
  )
}
