import { AppError } from '@kerbside/schema/errors'
import type { QuoteFormContent } from '@kerbside/schema/pages/content/form-content'
import { shownFields } from '@kerbside/schema/pages/content/home-page'
import { completeAbout, completeHome, completeHowItWorks } from '@kerbside/schema/pages/defaults/content-inputs'
import { defaultContent, isBuiltInUrl } from '@kerbside/schema/pages/defaults/default-content'
import { defaultHome } from '@kerbside/schema/pages/defaults/default-home'
import type { HomeContent } from '@kerbside/schema/pages/content/home-content'
import type { PageKind, PageContent } from '@kerbside/schema/pages/page'
import { rootUrls, slugOfUrl, sublinkOfSlug } from '@kerbside/schema/pages/page-url'
import { PageModel, PageVersionModel, type PageRecord } from '@kerbside/schema/pages/page.model'
import { publicPath } from '@kerbside/schema/pages/public-path'
import { placeFields } from '@kerbside/schema/quotes/form-layout'
import type { QuoteForm } from '@kerbside/schema/submission/check-quote'
import type { Deps } from '../deps.ts'
import { openLink } from '../links/open-link.ts'
import { createCache } from './page-cache.ts'
import { clearPageNumbers } from './page-numbers.ts'
import { withAltTexts } from './pictures/alt-texts.ts'

/** The form of a page's content. */
export function quoteFormOf(content: QuoteFormContent, version: number): QuoteForm {
  const fields = shownFields(content)
  const placed = placeFields(fields, content.layout).flatMap(({ columns }) =>
    columns.flatMap((column) => column.fields),
  )
  return {
    version,
    trade: content.trade,
    fields: [...placed, ...fields.filter(({ visible }) => !visible)],
  }
}

/** A page as visitors see it: its last published version, completed with defaults. */
export type PublishedPage = PageContent & {
  url: string
  /** Empty for the main page of its kind. */
  slug: string
  /** 0 for built-in content. */
  pageVersion: number
  pageId: string | null
  /** The quote form of a home page; the other kinds have none. */
  form: QuoteForm | null
}

type PageDeps = Pick<Deps, 'log'>

const pages = createCache<PublishedPage | null>(1_000, 5_000)
// A version never changes, so it never expires, and what is made of it (forms, rendered HTML) is cached by its object.
const versions = createCache<PublishedPage | null>(200, 0)

/** The published page whose url the path is, or the built-in one of that url. */
export function pageAt(deps: PageDeps, url: string): Promise<PublishedPage | null> {
  return pages.get(`url ${url}`, deps.log, async () => {
    const record = await PageModel.findOne({ url }).lean()
    return record ? publishedOf(record) : builtIn(url)
  })
}

/** The published page of a kind by its slug: `root` or empty for the main one, `default` for the built-in content. */
export function publishedPage(deps: PageDeps, kind: PageKind, slug: string): Promise<PublishedPage | null> {
  if (slug === 'default') return Promise.resolve(builtIn(rootUrls[kind]))
  const sublink = sublinkOfSlug(kind, slug)
  return pages.get(`slug ${kind} ${sublink}`, deps.log, async () => {
    const record = await PageModel.findOne({ kind, sublink }).lean()
    if (record) return publishedOf(record)
    const url = sublink === '' ? rootUrls[kind] : `/${sublink}`
    return publicPath(url)?.kind === kind ? builtIn(url) : null
  })
}

/**
 * The form that a homeowner saw: of this page in this version. An unknown version counts as the current one, and a page
 * that has no form, or is gone, as the main page, so that a quote stored on a phone for days still arrives.
 */
export async function formOf(deps: PageDeps, path: string, version: number | null): Promise<QuoteForm> {
  const place = publicPath(path)
  const page = place?.kind === 'index' ? await publishedPage(deps, 'index', place.slug) : null
  const shown = page ?? (await pageAt(deps, '/'))
  const current = shown?.form ?? mainForm()
  if (version === null || version === current.version || shown === null) return current
  return (await earlierForm(deps, shown, version)) ?? current
}

/** The main home page, whose header every screen shares. */
export async function mainHome(deps: PageDeps): Promise<HomeContent> {
  const page = await pageAt(deps, '/').catch(() => null) // The database is away: the built-in header does.
  return homeOf(page) ?? homeOf(builtIn('/')) ?? defaultHome
}
const homeOf = (page: PublishedPage | null) => (page?.kind === 'index' ? page.content : null)

/** The home page that a form was posted to. While the database is away a built-in one is shown, with the answers. */
export async function pageToPostTo(deps: PageDeps, path: string): Promise<PublishedPage | null> {
  const page = await pageAt(deps, path).catch((error: unknown) => {
    const fallback = builtIn(path) ?? (publicPath(path)?.kind === 'index' ? builtIn('/') : null)
    if (fallback === null) throw error
    return fallback
  })
  return page?.kind === 'index' ? page : null
}

/** A draft, for everybody with its preview link. */
export async function previewedPage(
  deps: Pick<Deps, 'links' | 'now'>,
  token: string,
  path: string,
): Promise<PublishedPage> {
  const opened = await openLink(deps, 'preview', token)
  if (opened?.holder?.url !== path) throw new AppError('NOT_FOUND', 'This preview link is not one of ours.')
  if (opened.ended !== null) throw new AppError('GONE', 'This preview link has run out. Press Preview again.')
  const { _id, kind, url, version } = opened.holder
  const draft = await versionOf(String(_id), kind as PageKind, url, version)
  if (!draft) throw new AppError('NOT_FOUND', 'This page no longer exists.')
  return draft
}

/** For this process. Versions stay cached, because they never change, until an alternative text of a picture does. */
export function clearPageCache({ withVersions = false } = {}) {
  pages.clear()
  if (withVersions) versions.clear()
  clearPageNumbers()
}

async function earlierForm(deps: PageDeps, page: PublishedPage, version: number): Promise<QuoteForm | null> {
  if (version === 0) return isBuiltInUrl(page.url) ? (builtIn(page.url)?.form ?? null) : null
  // Later versions are drafts, which no visitor has seen.
  if (page.pageId === null || version < 0 || version > page.pageVersion) return null
  const { pageId, kind, url } = page
  const earlier = await versions.get(`${pageId} ${version}`, deps.log, () => versionOf(pageId, kind, url, version))
  return earlier?.form ?? null
}

/** Null for an unpublished page. The home page and a page that was never published show the built-in content instead. */
async function publishedOf(record: PageRecord): Promise<PublishedPage | null> {
  const { url, publishedVersion } = record
  if (!record.isPublished || publishedVersion === null) {
    return record.publishedAt === null || url === '/' ? builtIn(url) : null
  }
  const [pageId, kind] = [String(record._id), record.kind as PageKind]
  return versions.get(`${pageId} ${publishedVersion} ${url}`, null, () =>
    versionOf(pageId, kind, url, publishedVersion),
  )
}

async function versionOf(pageId: string, kind: PageKind, url: string, version: number): Promise<PublishedPage | null> {
  const saved = await PageVersionModel.findOne({ pageId, version }).lean()
  const content = saved && (await withAltTexts(contentOf(kind, saved.content)))
  return content && publishedContent(content, { url, pageId, pageVersion: version })
}

function contentOf(kind: PageKind, content: unknown): PageContent {
  if (kind === 'about') return { kind, content: completeAbout(content) }
  if (kind === 'how-it-works') return { kind, content: completeHowItWorks(content) }
  return { kind, content: completeHome(content) }
}

type Place = Pick<PublishedPage, 'url' | 'pageId' | 'pageVersion'>

function publishedContent(page: PageContent, place: Place): PublishedPage {
  const slug = slugOfUrl(page.kind, place.url)
  const form = page.kind === 'index' ? quoteFormOf(page.content.quoteForm, place.pageVersion) : null
  return { ...page, ...place, slug, form }
}

const builtInPages = new Map<string, PublishedPage>()

function builtIn(url: string): PublishedPage | null {
  if (!isBuiltInUrl(url)) return null
  const known = builtInPages.get(url)
  if (known) return known
  const kind = publicPath(url)?.kind ?? 'index'
  const content = { kind, content: defaultContent(kind, url) } as PageContent
  const page = publishedContent(content, { url, pageId: null, pageVersion: 0 })
  builtInPages.set(url, page)
  return page
}

function mainForm(): QuoteForm {
  const form = builtIn('/')?.form
  if (!form) throw new Error('The built-in home page has no form')
  return form
}
