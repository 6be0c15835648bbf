import { pageKinds, type PageKind } from '@kerbside/schema/pages/page'
import { z } from 'zod'
import { checkedByService, data, json, noContent, route } from '../http/route.ts'
import {
  createPage,
  deletePage,
  getPage,
  latestPage,
  listPages,
  NewPage,
  PageChange,
  PageList,
  updatePage,
} from './page-editing.service.ts'
import { limitParameter } from '../http/lists.ts'
import type { EditablePage } from './page-record.ts'
import { pageKindNames } from './pages.rest.ts'

const PageJson = z
  .object({
    id: z.string(),
    url: z.string(),
    sublink: z.string().describe('Derived from the url by the server'),
    content: z.record(z.string(), z.unknown()).describe('The draft'),
    is_published: z.boolean(),
    version: z.number().describe('Number of the draft'),
    created_at: z.string(),
    updated_at: z.string(),
    published_at: z.string().nullable(),
  })
  .meta({ id: 'Page' })

function toRestPage(page: EditablePage): z.infer<typeof PageJson> {
  return {
    id: page.id,
    url: page.url,
    sublink: page.sublink,
    content: page.content,
    is_published: page.isPublished,
    version: page.version,
    created_at: page.createdAt.toISOString(),
    updated_at: page.updatedAt.toISOString(),
    published_at: page.publishedAt?.toISOString() ?? null,
  }
}

const one = (description: string) => ({ description, schema: z.object({ data: PageJson }) })
const tag = 'Pages'
const params = z.object({ id: z.string() })
/** A whole page's content is larger than a quote. */
const bodyLimit = 1024 * 1024

const PageListQuery = PageList.extend({
  url: PageList.shape.url.describe('Only the page of this url'),
  limit: limitParameter.describe('1 to 200; every page without it'),
  cursor: PageList.shape.cursor.describe('The next_cursor of the page before'),
})
const NewPageBody = checkedByService(NewPage.meta({ id: 'NewPage' }))
const PageChangeBody = checkedByService(PageChange.meta({ id: 'PageChange' }))

const rowsOf = (kind: PageKind, name = pageKindNames[kind]) => [
  route({
    method: 'get',
    path: `/content/${kind}`,
    operationId: `list${name}Pages`,
    tag,
    summary: `Pages of the kind ${kind}, newest first`,
    who: 'admin',
    query: PageListQuery,
    answers: {
      200: {
        description: 'The pages with their drafts',
        schema: z.object({ data: z.array(PageJson), next_cursor: z.string().nullable(), total: z.number() }),
      },
      400: 'A cursor that is not ours',
      422: 'A limit that is no whole number above 0',
    },
    handle: async (ctx, { query }) => {
      const { pages, nextCursor, total } = await listPages(ctx, kind, query)
      return json({ data: pages.map(toRestPage), next_cursor: nextCursor, total })
    },
  }),
  route({
    method: 'post',
    path: `/content/${kind}`,
    operationId: `create${name}Page`,
    tag,
    summary: 'Make a page; a draft unless is_published says otherwise',
    who: 'admin',
    body: NewPageBody,
    bodyLimit,
    answers: { 201: one('The new page'), 422: 'Url or sublink taken, or content that cannot be kept; each is named' },
    handle: async (ctx, { body }) => data(toRestPage(await createPage(ctx, kind, body)), 201),
  }),
  route({
    method: 'get',
    path: `/content/${kind}/latest`,
    operationId: `getLatest${name}Page`,
    tag,
    summary: 'The page that was changed last',
    who: 'admin',
    answers: { 200: one('The page'), 404: 'There is none yet' },
    handle: async (ctx) => data(toRestPage(await latestPage(ctx, kind))),
  }),
  route({
    method: 'get',
    path: `/content/${kind}/{id}`,
    operationId: `get${name}Page`,
    tag,
    summary: 'One page with its draft',
    who: 'admin',
    params,
    answers: { 200: one('The page'), 404: 'No such page' },
    handle: async (ctx, { params: { id } }) => data(toRestPage(await getPage(ctx, kind, id))),
  }),
  route({
    method: 'patch',
    path: `/content/${kind}/{id}`,
    operationId: `update${name}Page`,
    tag,
    summary: 'Any of content (a new draft), url, and is_published; with version a stale call is refused',
    who: 'admin',
    params,
    body: PageChangeBody,
    bodyLimit,
    answers: { 200: one('The page as it is now'), 404: 'No such page', 409: 'Stale', 422: 'Each wrong field is named' },
    handle: async (ctx, { params: { id }, body }) => data(toRestPage(await updatePage(ctx, kind, id, body))),
  }),
  route({
    method: 'delete',
    path: `/content/${kind}/{id}`,
    operationId: `delete${name}Page`,
    tag,
    summary: 'Delete a page with all its versions',
    who: 'admin',
    params,
    answers: { 204: 'Deleted', 404: 'No such page' },
    handle: async (ctx, { params: { id } }) => {
      await deletePage(ctx, kind, id)
      return noContent()
    },
  }),
]

/** The three collections of docs/api.md, 6: alike in everything but their contents. */
export const pageEditingRoutes = pageKinds.flatMap((kind) => rowsOf(kind))
