/**
 * How a row of the REST API is written. A feature exports a plain list, and `app.ts` registers it under `/api`:
 *
 *   const route = routesTagged('Quotes')
 *   export const leadRoutes = [
 *     route('get', '/quote/{id}', 'getQuote', {
 *       summary: 'One quote', who: 'lead:read', params: z.object({ id: z.string() }),
 *       answers: { 200: { description: 'The quote', schema: z.object({ data: LeadJson }) }, 404: 'No such quote' },
 *       handle: async (ctx, { params }) => data(toRestLead(await getLead(ctx, params.id))),
 *     }),
 *   ]
 *
 * `who` is checked before anything is read. The schemas parse the request, here and only here, and the documentation is
 * made from the same objects; `handle` gets what they return and is one call to a service. Errors are thrown, and
 * `problem()` turns them into responses. What sets no Cache-Control is sent with `no-store`.
 */
import { AppError } from '@kerbside/schema/errors'
import { requireCan, requireSignedIn, type Action, type Viewer } from '@kerbside/schema/users/user'
import { ListLimit } from '@kerbside/schema/lists'
import { parse } from '@kerbside/schema/validate'
import type { Context as HonoContext, Hono } from 'hono'
import { etag } from 'hono/etag'
import { ReadableStream as WebStream } from 'node:stream/web'
import { z } from 'zod'
import type { AppEnv, Context } from '../deps.ts'
import { problemResponse } from './errors.ts'
import { readJson } from './read-body.ts'

/**
 * An action is for the roles that `schema/src/users/user.ts` allows it. `session cookie`: the refresh cookie names the
 * person, and the service reads it.
 */
export type Who = 'public' | 'session cookie' | 'signed in' | Action

/** A text is a response without content, or a problem document from status 400 on. */
export type RouteAnswer = string | { description: string; schema?: z.ZodType; type?: string }

type Output<S> = S extends z.ZodType ? z.output<S> : undefined
type Fields = z.ZodType | undefined
type HeaderFields = z.ZodObject | undefined

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'
/** Below `/api`, in OpenAPI's spelling. */
type Path = `/${string}`

type Row<Params extends Fields, Query extends Fields, Headers extends HeaderFields, Body extends Fields> = {
  summary: string
  who: Who
  params?: Params
  /** First value of each parameter. */
  query?: Query
  /** Names in lower case. */
  headers?: Headers
  /** A JSON object. Without it no body is read. */
  body?: Body
  /** The fields of a form with a file; its service reads them from `request`. */
  upload?: z.ZodType
  /** The type of a body that is one file; its service reads it from `request`. */
  file?: string
  /** Bytes; 64 KiB unless set. */
  bodyLimit?: number
  /** Names of the service's fields that are others in the API. Errors are reported under the API's names. */
  fieldNames?: Record<string, string>
  /** Sent with an ETag, of its own or of its bytes; a client that has these already is answered 304. */
  etag?: true
  answers: Record<number, RouteAnswer>
  handle(
    ctx: Context,
    parsed: {
      params: Output<Params>
      query: Output<Query>
      headers: Output<Headers>
      body: Output<Body>
      request: Request
    },
  ): Promise<Response>
}

export type RestRoute = { method: Method; path: Path; operationId: string; tag: string } & Row<
  Fields,
  Fields,
  HeaderFields,
  Fields
>

/** Makes the rows of one tag. What `handle` gets is inferred from the row's own schemas. */
export const routesTagged =
  (tag: string) =>
  <
    Params extends Fields = undefined,
    Query extends Fields = undefined,
    Headers extends HeaderFields = undefined,
    Body extends Fields = undefined,
  >(
    method: Method,
    path: Path,
    operationId: string,
    row: Row<Params, Query, Headers, Body>,
  ) =>
    ({ method, path, operationId, tag, ...row }) as RestRoute

const checkedByServices = new WeakSet<z.ZodType>()

/**
 * Marks the schema of a body that its service parses itself, to report all errors at once with those that only it can
 * find. `handle` gets the object as it came.
 */
export function checkedByService(schema: z.ZodType): z.ZodType<Record<string, unknown>> {
  checkedByServices.add(schema)
  return schema as z.ZodType<Record<string, unknown>>
}

/** A parameter of an address. A form sends an empty one for a filter that nobody chose. */
export const queryParameter = <S extends z.ZodType>(schema: S) =>
  z.preprocess((text) => (text === '' ? undefined : text), schema.optional())

/** The `limit` of an address. */
export const limitParameter = queryParameter(
  z.preprocess(
    (text) => (/^\d+$/.test(String(text)) ? Math.min(Number(text), Number.MAX_SAFE_INTEGER) : Number.NaN),
    ListLimit,
  ),
)

/** The answer of a list. */
export const pageOf = (records: z.ZodType) => ({
  description: 'One page',
  schema: z.object({ data: z.array(records), next_cursor: z.string().nullable(), total: z.number() }),
})

type CamelCase<Name> = Name extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<CamelCase<Tail>>}` : Name
const camelCase = (name: string) => name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())

/** For each object schema its names beside the properties that hold their values; lists read them for every record. */
const properties = new WeakMap<z.ZodObject, (readonly [name: string, property: string])[]>()

function propertiesOf(schema: z.ZodObject) {
  const known = properties.get(schema) ?? Object.keys(schema.shape).map((name) => [name, camelCase(name)] as const)
  properties.set(schema, known)
  return known
}

/** The properties that `readRestFields` reads of a record. */
export const restProperties = (schema: z.ZodObject) => propertiesOf(schema).map(([, property]) => property)

/**
 * What the schema names of a record: `created_at` is its `createdAt`. What it lacks is null, never absent. `computed`:
 * properties that the record itself has not.
 */
export function readRestFields<
  Shape extends z.ZodRawShape,
  Computed extends Record<string, unknown> = Record<never, never>,
>(
  schema: z.ZodObject<Shape>,
  record: Omit<Record<CamelCase<keyof Shape & string>, unknown>, keyof Computed>,
  computed?: Computed,
): Record<string, unknown> {
  const values: Record<string, unknown> = record
  const fields: Record<string, unknown> = {}
  for (const [name, property] of propertiesOf(schema)) fields[name] = computed?.[property] ?? values[property] ?? null
  return fields
}

export const data = (value: unknown, status = 200) => json({ data: value }, status)
export const noContent = () => new Response(null, { status: 204 })
export function json(value: unknown, status = 200): Response {
  const body = Buffer.from(JSON.stringify(value))
  // With its length known, a short answer is not worth compressing.
  const headers = { 'content-type': 'application/json', 'content-length': String(body.byteLength) }
  return new Response(body, { status, headers })
}

/**
 * A whole list as JSON, sent part by part as it is read, like a page of it that has everything. `rest`: what stands beside
 * `data`.
 */
export function streamedList(parts: AsyncIterable<unknown[]>, rest: (count: number) => object): Response {
  async function* texts() {
    let count = 0
    yield '{"data":['
    for await (const part of parts) {
      if (part.length > 0) yield (count > 0 ? ',' : '') + part.map((record) => JSON.stringify(record)).join(',')
      count += part.length
    }
    yield `],${JSON.stringify(rest(count)).slice(1)}`
  }
  const body = WebStream.from(texts()).pipeThrough(new TextEncoderStream()) as ReadableStream<Uint8Array>
  return new Response(body, { headers: { 'content-type': 'application/json' } })
}

/**
 * What a body changes of a record, for clients that read one, change a field and send all of it back: fields that are as
 * `shown` are left out.
 */
export function changesIn(shown: Record<string, unknown>, body: Record<string, unknown>): Record<string, unknown> {
  const isSame = (name: string, value: unknown) => JSON.stringify(value) === JSON.stringify(shown[name])
  return Object.fromEntries(
    Object.entries(body).filter(([name, value]) => alwaysMeant.includes(name) || !isSame(name, value)),
  )
}

/** The version is what the change is based on, and publishing again is publishing the draft. */
const alwaysMeant = ['version', 'is_published']

export const csvType = 'text/csv; charset=utf-8'

type Download = {
  type: string
  fileName: string
  /** Bytes, if they are known before the end. */
  size?: number
  body: ReadableStream<Uint8Array>
}

type DownloadRow = Pick<RestRoute, 'summary' | 'answers'> & {
  open: (ctx: Context, token: string) => Promise<Download>
}

/** Makes the rows of files behind a signed address, which is `{token}` in their path. They need no session. */
export const downloadsTagged =
  (tag: string) =>
  (path: Path, operationId: string, { open, ...row }: DownloadRow) =>
    routesTagged(tag)('get', path, operationId, {
      ...row,
      who: 'public',
      params: z.object({ token: z.string() }),
      handle: async (ctx, { params }) => fileDownload(await open(ctx, params.token)),
    })

/** The answer that is a CSV file. */
export const csvFile = (description: string, columns = ''): RouteAnswer => ({
  description,
  schema: z.string().describe(`CSV in UTF-8 with a byte order mark${columns}`),
  type: 'text/csv',
})

/** A file that the browser downloads instead of showing it. */
export function fileDownload({ type, fileName, size, body }: Download): Response {
  // Old clients read the plain name alone (RFC 6266).
  const plain = fileName.replace(/[^\w.-]+/g, '_')
  const encoded = plain === fileName ? '' : `; filename*=UTF-8''${encodeRfc5987(fileName)}`
  return new Response(body, {
    headers: {
      'content-type': type,
      ...(size !== undefined && { 'content-length': String(size) }),
      'content-disposition': `attachment; filename="${plain}"${encoded}`,
      'x-content-type-options': 'nosniff',
    },
  })
}

/** A lone surrogate, which no encoding has, is left out. */
const encodeRfc5987 = (text: string) =>
  encodeURIComponent(text.replace(/\p{Cs}/gu, '')).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16)}`,
  )

/** In the router's spelling. */
const pathOf = ({ path }: RestRoute) => path.replaceAll(/\{(\w+)\}/g, ':$1')

export function register(app: Hono<AppEnv>, rows: readonly RestRoute[]) {
  for (const row of rows) {
    const path = pathOf(row)
    if (row.etag) app.on(row.method, path, etag())
    app.on(row.method, path, async (c) => {
      const context = c.get('context')
      requireWho(context.viewer, row.who)
      const parsed = await parseRequest(row, c)
      return row.handle(context, parsed).catch((error: unknown) => {
        throw withNames(error, new Map(Object.entries(row.fieldNames ?? {})))
      })
    })
  }
}

/** Every other method on a path of the rows is 405, and its answer names those that there are (RFC 9110, 15.5.6). */
export function rejectOtherMethods(app: Hono<AppEnv>, rows: readonly RestRoute[]) {
  for (const path of new Set(rows.map(pathOf))) {
    const named = rows.filter((row) => pathOf(row) === path).map(({ method }) => method.toUpperCase())
    const allow = [...named, ...(named.includes('GET') ? ['HEAD'] : [])].join(', ')
    app.all(path, () => problemResponse(405, `Use ${named.join(' or ')} here.`, { allow }))
  }
}

function requireWho(viewer: Viewer, who: Who) {
  if (who === 'public' || who === 'session cookie') return
  if (who === 'signed in') requireSignedIn(viewer)
  else requireCan(viewer, who)
}

async function parseRequest(row: RestRoute, c: HonoContext<AppEnv>) {
  const { params, query, headers, body } = row
  const sent = body && (await readObject(c.req.raw, row.bodyLimit))
  return {
    params: params && parse(params, c.req.param()),
    query: query && parse(query, c.req.query()),
    headers:
      headers &&
      parse(headers, Object.fromEntries(Object.keys(headers.shape).map((name) => [name, c.req.header(name)]))),
    body: body && (checkedByServices.has(body) ? sent : parse(body, sent)),
    request: c.req.raw,
  }
}

async function readObject(request: Request, bodyLimit?: number): Promise<object> {
  const body = await readJson(request, bodyLimit)
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body
  throw new AppError('MALFORMED', 'Send one JSON object.')
}

/** Of a path like `lines.0.unitPrice`, each part. */
const renamed = (name: string, names: Map<string, string>) =>
  name
    .split('.')
    .map((part) => names.get(part) ?? part)
    .join('.')

function withNames(error: unknown, names: Map<string, string>): unknown {
  if (!(error instanceof AppError) || error.fields === undefined) return error
  const fields = Object.entries(error.fields).map(([name, texts]) => [renamed(name, names), texts])
  return new AppError(error.code, error.message, { fields: Object.fromEntries(fields), cause: error })
}
