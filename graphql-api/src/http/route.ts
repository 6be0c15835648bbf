/**
 * How a row of the REST door is written. A feature exports a plain list, and `app.ts` registers it under `/api`:
 *
 *   export const leadRoutes = [
 *     route({
 *       method: 'get', path: '/quote/{id}', tag: 'Quotes', summary: 'One quote', who: 'staff',
 *       answers: { 200: { description: 'The quote', schema: z.object({ data: LeadJson }) }, 404: 'No such quote' },
 *       handle: async (ctx, request) => data(toRestLead(await getLead(ctx, request.param('id')))),
 *     }),
 *   ]
 *
 * `who` is checked before the body is read. `handle` is one call to a service, which checks permission by its own action
 * and parses its input itself. The schemas here are what the documentation is made from. Errors are thrown; `problem()`
 * turns them into answers. Anything under `/api` that sets no Cache-Control is sent with `no-store`.
 *
 * Screens that answer HTML (signed pages, public pages) export `(deps: Deps) => Hono<AppEnv>` instead, with whole paths.
 */
import { createRoute, OpenAPIHono, type RouteConfig } from '@hono/zod-openapi'
import { AppError } from '@kerbside/schema/errors'
import { roles, type Role, type Viewer } from '@kerbside/schema/users/user'
import type { Context as HonoContext } from 'hono'
import { z } from 'zod'
import type { Context } from '../deps.ts'
import { readJson } from './read-body.ts'

/** `nonce` belongs into every script and style of the page that is being answered. */
export type AppEnv = {
  Variables: { context: Context; nonce: string }
  Bindings: { incoming?: { socket: { remoteAddress?: string | undefined } } } | undefined
}

export type RestRequest = {
  param: (name: string) => string
  /** First value of each parameter. */
  query: Record<string, string>
  /** A JSON object of any shape; undefined in rows that take no body. */
  body: unknown
  header: (name: string) => string | undefined
  /** For what the rest does not cover, like a cookie. */
  raw: HonoContext<AppEnv>
}

type Answer = string | { description: string; schema?: z.ZodType; type?: string; headers?: Record<string, string> }

/**
 * Who may call a row. It is looked at before anything of the body is read, and the service asks again by its own action.
 * `session cookie`: the refresh cookie says who it is, and the service reads it.
 */
export type Who = 'public' | 'session cookie' | 'signed in' | 'staff' | 'admin'

export type RestRoute = {
  method: 'get' | 'post' | 'patch' | 'delete'
  /** Below `/api`, in OpenAPI's spelling. */
  path: `/${string}`
  tag: string
  summary: string
  who: Who
  params?: z.ZodObject
  query?: z.ZodObject
  headers?: z.ZodObject
  /** What is sent. Without it no body is read. */
  body?: z.ZodType
  /** The fields of a form with a file; its service reads them from `raw`. */
  upload?: z.ZodType
  /** Bytes; 64 KiB unless said otherwise. */
  bodyLimit?: number
  answers: Record<number, Answer>
  handle: (ctx: Context, request: RestRequest) => Promise<Response>
}

/** Checks a row's shape where it is written. */
export const route = (definition: RestRoute): RestRoute => definition

export const data = (value: unknown, status = 200) => json({ data: value }, status)
export const noContent = () => new Response(null, { status: 204 })
export function json(value: unknown, status = 200, headers: Record<string, string> = {}): Response {
  const body = Buffer.from(JSON.stringify(value))
  // With its length known, a short answer is not worth compressing.
  const own = { 'content-type': 'application/json', 'content-length': String(body.byteLength) }
  return new Response(body, { status, headers: { ...own, ...headers } })
}

export function register(app: OpenAPIHono<AppEnv>, routes: readonly RestRoute[]) {
  for (const definition of routes) {
    app.openAPIRegistry.registerPath(documentation(definition))
    app.on(definition.method, definition.path.replaceAll(/\{(\w+)\}/g, ':$1'), async (c) => {
      requireWho(c.get('context').viewer, definition.who)
      return definition.handle(c.get('context'), await toRequest(definition, c))
    })
  }
}

const rolesOf = { admin: ['admin'], staff: ['manager', 'admin'], 'signed in': roles } as const

function requireWho(viewer: Viewer, who: Who) {
  if (who === 'public' || who === 'session cookie') return
  if (viewer === null) throw new AppError('UNAUTHENTICATED', 'Please sign in.')
  const allowed: readonly Role[] = rolesOf[who]
  if (!allowed.includes(viewer.role)) throw new AppError('FORBIDDEN', 'Your role may not do that.')
}

async function toRequest({ body, bodyLimit }: RestRoute, c: HonoContext<AppEnv>): Promise<RestRequest> {
  return {
    param: (name) => c.req.param(name) ?? '',
    query: c.req.query(),
    body: body && (await readObject(c.req.raw, bodyLimit)),
    header: (name) => c.req.header(name),
    raw: c,
  }
}

/** Every row that takes a body takes one JSON object. */
async function readObject(request: Request, bodyLimit?: number): Promise<object> {
  const body = await readJson(request, bodyLimit)
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body
  throw new AppError('MALFORMED', 'Send one JSON object.')
}

/** Runs a service whose fields have other names at this door: the errors get the door's names. */
export async function withFieldNames<T>(rename: (field: string) => string, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof AppError) || error.fields === undefined) throw error
    const fields = Object.fromEntries(Object.entries(error.fields).map(([name, texts]) => [rename(name), texts]))
    throw new AppError(error.code, error.message, { fields, cause: error })
  }
}

const ProblemJson = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.number(),
    detail: z.string(),
    message: z.string().describe('The same text as detail'),
    errors: z.record(z.string(), z.array(z.string())).optional().describe('Every wrong field at once (422)'),
  })
  .meta({ id: 'Problem' })

const refusals: Record<number, string> = {
  400: 'Malformed request',
  401: 'Not signed in',
  403: 'This role may not',
  404: 'Not found',
  409: 'Somebody else changed it first, or the change would break a rule',
  413: 'Body too large',
  415: 'Not application/json',
  422: 'Invalid or taken; every wrong field is named',
  429: 'Too many requests; Retry-After says when to try again',
  503: 'The database is away; Retry-After says when to try again',
}

function documentation(definition: RestRoute): RouteConfig {
  const { method, path, tag, summary, who, params, query, headers, body, upload } = definition
  const implied = [
    ...(who === 'public' ? [] : [401]),
    ...(who === 'staff' || who === 'admin' ? [403] : []),
    ...(body || upload ? [400, 413, 415] : []),
  ]
  const answers: Record<number, Answer> = {
    ...Object.fromEntries([...implied, 503].map((status) => [status, refusals[status] ?? ''])),
    ...definition.answers,
  }
  return createRoute({
    method,
    path,
    tags: [tag],
    summary,
    ...(who === 'public' || who === 'session cookie' ? {} : { security: [{ bearer: [] }] }),
    ...(who === 'staff' || who === 'admin'
      ? { description: who === 'admin' ? 'For admins.' : 'For managers and admins.' }
      : {}),
    request: {
      ...(params && { params }),
      ...(query && { query }),
      ...(headers && { headers }),
      ...(body && { body: { required: true, content: { 'application/json': { schema: body } } } }),
      ...(upload && { body: { required: true, content: { 'multipart/form-data': { schema: upload } } } }),
    },
    responses: Object.fromEntries(
      Object.entries(answers).map(([status, answer]) => [status, response(+status, answer)]),
    ),
  })
}

function response(status: number, answer: Answer) {
  if (typeof answer === 'string') {
    const content = status < 400 ? {} : { content: { 'application/problem+json': { schema: ProblemJson } } }
    return { description: answer, ...content }
  }
  const { description, schema, type = 'application/json' } = answer
  return { description, ...(schema && { content: { [type]: { schema } } }) }
}
