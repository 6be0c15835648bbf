import type { ScreenState } from '@kerbside/schema/pages/content/screen-state'
import { photoSources } from '../ui/photo.tsx'
import { headerOf, documentTitle, type PageScreen } from './screen.ts'

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character] ?? character)

/** Everything of a document's head that depends on what it shows. */
export function headOf(state: ScreenState, publicUrl: string): string {
  const title = documentTitle(state)
  const tags = [`<title>${escapeHtml(title)}</title>`]
  if (state.screen === 'legal') return [...tags, canonical(publicUrl + state.path)].join('\n')
  if (state.screen !== 'page') return [...tags, meta('robots', 'noindex')].join('\n')
  const description = shorten(state.content.hero.subtitle, 160)
  const url = publicUrl + state.path
  tags.push(meta('description', description), ...(state.preview ? [meta('robots', 'noindex')] : []))
  tags.push(canonical(url))
  tags.push(
    ...openGraph({ title, description, url, site: headerOf(state).logoText, image: `${publicUrl}/images/og.png` }),
  )
  return [...tags, ...preload(state), ...structuredData(state, url, description).map(jsonLd)].join('\n')
}

const canonical = (url: string) => `<link rel="canonical" href="${escapeHtml(url)}">`
const meta = (name: string, content: string) => `<meta name="${name}" content="${escapeHtml(content)}">`

function openGraph(card: { title: string; description: string; url: string; site: string; image: string }): string[] {
  const { site, ...rest } = card
  const tags = Object.entries({ type: 'website', site_name: site, locale: 'en_GB', ...rest })
  const properties = tags.map(([name, content]) => `<meta property="og:${name}" content="${escapeHtml(content)}">`)
  return [...properties, meta('twitter:card', 'summary_large_image')]
}

/** A hero's picture is the largest thing on the screen: asked for before the scripts. */
function preload(state: PageScreen): string[] {
  if (state.kind !== 'index') return []
  const { backgroundType, backgroundImage } = state.content.hero
  if (backgroundType === 'color' || backgroundImage === '') return []
  const sources = photoSources(backgroundImage)
  const widths = sources ? ` imagesrcset="${escapeHtml(sources)}" imagesizes="100vw"` : ''
  return [`<link rel="preload" as="image" href="${escapeHtml(backgroundImage)}"${widths} fetchpriority="high">`]
}

/** Service, and FAQ where the page asks and answers questions. Never our own testimonials: those are not reviews. */
function structuredData(state: PageScreen, url: string, description: string): object[] {
  if (state.kind !== 'index') return []
  const { header, features } = state.content
  const service = {
    '@type': 'Service',
    name: documentTitle(state),
    description,
    url,
    serviceType: 'Comparison of quotes by local firms',
    areaServed: ['GB', 'IE'].map((identifier) => ({ '@type': 'Country', identifier })),
    provider: { '@type': 'Organization', name: header.logoText, url: new URL('/', url).href },
    offers: { '@type': 'Offer', price: '0', priceCurrency: 'GBP' },
  }
  const questions = features.items.filter(({ title }) => title.trim().endsWith('?'))
  if (questions.length < 2) return [service]
  const mainEntity = questions.map(({ title, description: text }) => ({
    '@type': 'Question',
    name: title,
    acceptedAnswer: { '@type': 'Answer', text },
  }))
  return [service, { '@type': 'FAQPage', mainEntity }]
}

/** `<` is escaped so that no text can close the element. */
function jsonLd(data: object): string {
  const json = JSON.stringify({ '@context': 'https://schema.org', ...data }).replace(/</g, '\\u003c')
  return `<script type="application/ld+json">${json}</script>`
}

function shorten(text: string, max: number): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= max) return line
  return `${line.slice(0, line.lastIndexOf(' ', max - 1)).replace(/[,.;:]$/, '')}…`
}
