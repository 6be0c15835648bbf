import { pageKinds, type PageKind } from '@kerbside/schema/pages/page'
import { z } from 'zod'
import {
  changesIn,
  checkedByService,
  data,
  json,
  limitParameter,
  noContent,
  pageOf,
  readRestFields,
  routesTagged,
} from '../http/route.ts'
import {
  createPage,
  deletePage,
  getPage,
  latestPage,
  listPages,
  NewPage,
  PageChange,
  PageListInput,
  updatePage,
} from './page-editing.service.ts'
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

const toRestPage = (page: EditablePage) => readRestFields(PageJson, page)

const one = (description: string) => ({ description, schema: z.object({ data: PageJson }) })
const route = routesTagged('Pages')
const params = z.object({ id: z.string() })
/** A whole page's content is larger than a quote. */
const bodyLimit = 1024 * 1024

const PageListQuery = PageListInput.extend({
  url: PageListInput.shape.url.describe('Only the page of this url'),
  limit: limitParameter.describe('1 to 200; every page without it'),
  cursor: PageListInput.shape.cursor.describe('The next_cursor of the page before'),
})
const NewPageBody = checkedByService(NewPage.meta({ id: 'NewPage' }))
const PageChangeBody = checkedByService(PageChange.meta({ id: 'PageChange' }))

const rowsOf = (kind: PageKind, name = pageKindNames[kind]) => [
  route('get', `/content/${kind}`, `list${name}Pages`, {
    summary: `Pages of the kind ${kind}, newest first`,
    who: 'page:edit',
    query: PageListQuery,
    answers: {
      200: { ...pageOf(PageJson), description: 'The pages with their drafts' },
      400: 'A cursor that is not ours',
      422: 'A limit that is no whole number above 0',
    },
    handle: async (ctx, { query }) => {
      const { pages, nextCursor, total } = await listPages(ctx, kind, query)
      return json({ data: pages.map(toRestPage), next_cursor: nextCursor, total })
    },
  }),
  route('post', `/content/${kind}`, `create${name}Page`, {
    summary: 'Make a page; a draft unless is_published says otherwise',
    who: 'page:edit',
    body: NewPageBody,
    bodyLimit,
    answers: { 201: one('The new page'), 422: 'Url or sublink taken, or content that cannot be kept; each is named' },
    handle: async (ctx, { body }) => data(toRestPage(await createPage(ctx, kind, body)), 201),
  }),
  route('get', `/content/${kind}/latest`, `getLatest${name}Page`, {
    summary: 'The page that was changed last',
    who: 'page:edit',
    answers: { 200: one('The page'), 404: 'There is none yet' },
    handle: async (ctx) => data(toRestPage(await latestPage(ctx, kind))),
  }),
  route('get', `/content/${kind}/{id}`, `get${name}Page`, {
    summary: 'One page with its draft',
    who: 'page:edit',
    params,
    answers: { 200: one('The page'), 404: 'No such page' },
    handle: async (ctx, { params: { id } }) => data(toRestPage(await getPage(ctx, kind, id))),
  }),
  route('patch', `/content/${kind}/{id}`, `update${name}Page`, {
    summary: 'Any of content (a new draft), url, and is_published; with version a stale call is rejected',
    who: 'page:edit',
    params,
    body: PageChangeBody,
    bodyLimit,
    answers: { 200: one('The page as it is now'), 404: 'No such page', 409: 'Stale', 422: 'Each wrong field is named' },
    handle: async (ctx, { params: { id }, body }) => {
      const shown = toRestPage(await getPage(ctx, kind, id))
      return data(toRestPage(await updatePage(ctx, kind, id, changesIn(shown, body))))
    },
  }),
  route('delete', `/content/${kind}/{id}`, `delete${name}Page`, {
    summary: 'Delete a page with all its versions',
    who: 'page:edit',
    params,
    answers: { 204: 'Deleted', 404: 'No such page' },
    handle: (ctx, { params: { id } }) => deletePage(ctx, kind, id).then(noContent),
  }),
]

/** The three collections of docs/api.md, 6: alike in everything but their contents. */
export const pageEditingRoutes = pageKinds.flatMap((kind) => rowsOf(kind))
