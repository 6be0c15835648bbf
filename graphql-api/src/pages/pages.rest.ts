import { AppError } from '@kerbside/schema/errors'
import { pageKinds, type PageKind } from '@kerbside/schema/pages/page'
import { isSlug } from '@kerbside/schema/pages/public-path'
import { z } from 'zod'
import type { Context } from '../deps.ts'
import { routesTagged } from '../http/route.ts'
import { withCurrentNumbers, pageNumbers } from './page-numbers.ts'
import { publishedPage, type PublishedPage } from './pages.service.ts'

/** As a part of an operation's id. */
export const pageKindNames: Record<PageKind, string> = { index: 'Home', about: 'About', 'how-it-works': 'HowItWorks' }

export const publicPageRoutes = pageKinds.map((kind) =>
  routesTagged('Public pages')('get', `/${kind}/{slug}`, `getPublished${pageKindNames[kind]}Page`, {
    summary: `The published content of one ${kind === 'index' ? 'home' : kind} page, completed with defaults`,
    who: 'public',
    params: z.object({ slug: z.string().describe('root: the main page; default: the built-in content') }),
    headers: z.object({ 'if-none-match': z.string().optional() }),
    etag: true,
    answers: {
      200: {
        description: 'The content itself',
        schema: z.looseObject({ page_version: z.int().describe('0 for built-in content') }),
      },
      304: 'Not changed since',
      404: 'No such page is published',
    },
    handle: async (ctx, { params }) => answer(ctx, await find(ctx, kind, params.slug)),
  }),
)

async function find(ctx: Context, kind: PageKind, slug: string): Promise<PublishedPage> {
  const page = isSlug(slug) ? await publishedPage(ctx, kind, slug) : null
  if (page === null) throw new AppError('NOT_FOUND', 'No such page is published.')
  return page
}

async function answer(ctx: Context, { content, pageVersion, url }: PublishedPage): Promise<Response> {
  // A slug has several spellings; the page has one path, and a browser shows it there only.
  const headers = { 'cache-control': 'public, no-cache', link: `<${url}>; rel="canonical"` }
  return Response.json(
    { ...withCurrentNumbers(content, await pageNumbers(ctx)), page_version: pageVersion },
    { headers },
  )
}
