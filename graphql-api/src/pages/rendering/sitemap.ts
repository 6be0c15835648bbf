import { builtInUrls } from '@kerbside/schema/pages/defaults/default-content'
import { legalPaths } from '@kerbside/schema/pages/site-paths'
import { PageModel } from '@kerbside/schema/pages/page.model'
import { html } from 'hono/html'
import type { Deps } from '../../deps.ts'
import { pageAt } from '../pages.service.ts'

type Entry = { url: string; changedAt: Date | null }

/** Every page a visitor can see: what is published, the built-in ones that nothing has taken the place of, the legal ones. */
async function publicPages(deps: Pick<Deps, 'log'>): Promise<Entry[]> {
  const published = await PageModel.find({ isPublished: true }, 'url publishedAt').sort({ url: 1 }).lean()
  const known = new Set(published.map(({ url }) => url))
  const builtIn = builtInUrls.filter((url) => !known.has(url))
  const shown = await Promise.all(builtIn.map(async (url) => ((await pageAt(deps, url)) ? [url] : [])))
  return [
    ...shown.flat().map((url) => ({ url, changedAt: null })),
    ...published.map(({ url, publishedAt }) => ({ url, changedAt: publishedAt })),
    ...legalPaths.map((url) => ({ url, changedAt: null })),
  ]
}

export async function sitemap(deps: Pick<Deps, 'log' | 'config'>): Promise<string> {
  const entries = (await publicPages(deps)).map(
    ({ url, changedAt }) =>
      html`<url
        ><loc>${deps.config.PUBLIC_URL + url}</loc>${
          changedAt && html`<lastmod>${changedAt.toISOString()}</lastmod>`
        }</url
      >`,
  )
  const list = await html`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries}</urlset>`
  return `<?xml version="1.0" encoding="UTF-8"?>\n${String(list)}\n`
}

/** Pictures lie below /api/ and may be found; nothing else there is for a search engine. */
export const robots = (publicUrl: string) => `User-agent: *
Allow: /api/images/
Disallow: /admin
Disallow: /api/
Disallow: /manager
Sitemap: ${publicUrl}/sitemap.xml
`
