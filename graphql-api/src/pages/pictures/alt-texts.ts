import { imageIdsIn } from '@kerbside/schema/images/image'
import { ImageModel } from '@kerbside/schema/images/image.model'
import { imageUrlOf, type ImageRef } from '@kerbside/schema/pages/link'
import type { PageContent } from '@kerbside/schema/pages/page'

/** The content with the alternative texts that the library has for its pictures; a background, as decoration, needs none. */
export async function withAltTexts(page: PageContent): Promise<PageContent> {
  if (page.kind !== 'index') return page
  const { portfolio } = page.content
  const ids = [...imageIdsIn(portfolio.jobs)]
  if (ids.length === 0) return page
  const described = await ImageModel.find({ _id: { $in: ids }, alt: { $gt: '' } }, 'alt').lean()
  const alts = new Map(described.map(({ _id, alt }) => [String(_id), alt]))
  const withAlt = (image: ImageRef): ImageRef => {
    const [id = ''] = imageIdsIn(image)
    const alt = alts.get(id)
    if (alt === undefined) return image
    const known = typeof image === 'string' ? { id, url: imageUrlOf(image), name: '', size: 0 } : image
    return { ...known, alt }
  }
  const jobs = portfolio.jobs.map((job) => ({ ...job, images: job.images.map(withAlt) }))
  return { ...page, content: { ...page.content, portfolio: { ...portfolio, jobs } } }
}
