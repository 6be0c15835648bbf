import { AppError } from '@kerbside/schema/errors'
import { pageKinds, type PageKind } from '@kerbside/schema/pages/page'
import { isSlug } from '@kerbside/schema/pages/public-path'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Context } from '../deps.ts'
import { route } from '../http/route.ts'
import { publishedPage, type PublishedPage } from './pages.service.ts'

/** As a part of an operation's id. */
export const pageKindNames: Record<PageKind, string> = { index: 'Home', about: 'About', 'how-it-works': 'HowItWorks' }

export const publicPageRoutes = pageKinds.map((kind) =>
  route({
    method: 'get',
    path: `/${kind}/{slug}`,
    operationId: `getPublished${pageKindNames[kind]}Page`,
    tag: 'Public pages',
    summary: `The published content of one ${kind === 'index' ? 'home' : kind} page, completed with defaults`,
    who: 'public',
    params: z.object({ slug: z.string().describe('root: the main page; default: the built-in content') }),
    headers: z.object({ 'if-none-match': z.string().optional() }),
    answers: {
      200: {
        description: 'The content itself',
        schema: z.looseObject({ page_version: z.int().describe('0 for built-in content') }),
      },
      304: 'Not changed since',
      404: 'No such page is published',
    },
    handle: async (ctx, { params, headers }) => answer(await find(ctx, kind, params.slug), headers['if-none-match']),
  }),
)

async function find(ctx: Context, kind: PageKind, slug: string): Promise<PublishedPage> {
  const page = isSlug(slug) ? await publishedPage(ctx, kind, slug) : null
  if (page === null) throw new AppError('NOT_FOUND', 'No such page is published.')
  return page
}

const written = new WeakMap<PublishedPage, { body: string; etag: string }>()

/** Written once per published version. */
function write(page: PublishedPage): { body: string; etag: string } {
  const known = written.get(page)
  if (known) return known
  const body = JSON.stringify({ ...page.content, page_version: page.pageVersion })
  const made = { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` }
  written.set(page, made)
  return made
}

function answer(page: PublishedPage, ifNoneMatch = ''): Response {
  const { body, etag } = write(page)
  // A slug has several spellings; the page has one path, and a browser shows it there only.
  const headers = { etag, 'cache-control': 'public, no-cache', link: `<${page.url}>; rel="canonical"` }
  const known = ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
  if (known) return new Response(null, { status: 304, headers })
  return new Response(body, { status: 200, headers: { ...headers, 'content-type': 'application/json' } })
}
