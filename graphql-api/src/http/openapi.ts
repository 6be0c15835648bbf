import { Hono } from 'hono'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { can } from '@kerbside/schema/users/user'
import { z } from 'zod'
import type { AppEnv } from '../deps.ts'
import type { RouteAnswer, RestRoute, Who } from './route.ts'
import { contentSecurityPolicy } from './security-headers.ts'

const info = {
  title: 'Kerbside',
  version: '1',
  description: `Quotes in, leads out. Errors are RFC 9457 problem documents. Sign in with \`POST /auth/login\` and send the token as a bearer.`,
  contact: { name: 'The operator of this site, named by its privacy notice' },
}

const tags = {
  'Sign-in': 'Sessions of staff',
  Users: 'The accounts of staff',
  Photos: 'Photos of the job that homeowners send after a quote, and that staff add',
  Quotes: 'Quote requests of homeowners, and the leads that they become',
  'Public pages': 'What visitors of the site see',
  Pages: 'Drafts and publishing',
  Images: 'Pictures of the pages',
  Exports: 'Files of leads',
  Imports: 'Leads from files',
  Contractors: 'The files by which firms are verified',
  Audit: 'Who of the staff did what',
}

/** OpenAPI 3.1, from the very rows and schemas that parse the requests. */
export function openapiDocument(rows: readonly RestRoute[]): object {
  const schemas: Record<string, unknown> = {}
  const paths: Record<string, Record<string, unknown>> = {}
  for (const row of rows) paths[row.path] = { ...paths[row.path], [row.method]: operation(row, schemas) }
  const document = {
    openapi: '3.1.0',
    info,
    servers: [{ url: '/api' }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: { schemas, securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
  }
  return JSON.parse(JSON.stringify(document).replaceAll('#/$defs/', '#/components/schemas/')) as object
}

type Schemas = Record<string, unknown>

function operation(row: RestRoute, schemas: Schemas) {
  const { operationId, tag, summary, who, body } = row
  const needsToken = who !== 'public' && who !== 'session cookie'
  const content = body ? { 'application/json': { schema: jsonSchema(body, schemas) } } : fileContent(row, schemas)
  return {
    operationId,
    tags: [tag],
    summary,
    description: audience(who),
    ...(needsToken && { security: [{ bearer: [] }] }),
    parameters: [
      ...parameters(row.params, 'path', schemas),
      ...parameters(row.query, 'query', schemas),
      ...parameters(row.headers, 'header', schemas),
    ],
    ...(content && { requestBody: { required: true, content } }),
    responses: responses(row, schemas),
  }
}

function fileContent({ upload, file }: RestRoute, schemas: Schemas) {
  if (file) return { [file]: { schema: { type: 'string', format: 'binary' } } }
  return upload && { 'multipart/form-data': { schema: jsonSchema(upload, schemas) } }
}

function audience(who: Who): string {
  if (who === 'public') return 'For everybody.'
  if (who === 'session cookie') return 'For a browser with the refresh cookie of a session.'
  if (who === 'signed in') return 'For everybody who is signed in.'
  return can({ role: 'manager' }, who) ? 'For managers and admins.' : 'For admins.'
}

/** Adds components for the schemas with an `id`, and refers to them. */
function jsonSchema(schema: z.ZodType, schemas: Schemas): z.core.JSONSchema.JSONSchema {
  // A property, because only inner schemas are replaced by references.
  const { properties, $defs } = z.toJSONSchema(z.object({ schema }), {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema: json }) => {
      if (zodSchema._zod.def.type === 'date') Object.assign(json, { type: 'string', format: 'date-time' })
    },
  })
  for (const [id, { id: _, ...component }] of Object.entries($defs ?? {})) schemas[id] = component
  return properties?.['schema'] as z.core.JSONSchema.JSONSchema
}

function parameters(fields: z.ZodType | undefined, place: 'path' | 'query' | 'header', schemas: Schemas) {
  const { properties = {}, required = [] } = fields ? jsonSchema(fields, schemas) : {}
  return Object.entries(properties).map(([name, property]) => {
    const { anyOf, description, ...schema } = property as z.core.JSONSchema.JSONSchema
    return {
      name,
      in: place,
      required: required.includes(name),
      ...(description && { description }),
      // Null can stand in a body, not in an address.
      schema: { ...schema, ...anyOf?.find((each) => typeof each === 'object' && each.type !== 'null') },
    }
  })
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

const usualErrors: Record<number, string> = {
  400: 'Malformed request',
  401: 'Not signed in',
  403: 'This role may not',
  413: 'Body too large',
  415: 'Not application/json',
  503: 'The database is away; Retry-After gives the seconds to wait',
}

function responses({ who, body, upload, file, answers }: RestRoute, schemas: Schemas) {
  const implied = [
    ...(who === 'public' ? [] : [401]),
    ...(['public', 'session cookie', 'signed in'].includes(who) ? [] : [403]),
    ...(body || upload ? [400, 413, 415] : []),
    ...(file ? [400, 413] : []),
    503,
  ]
  const all: Record<number, RouteAnswer> = {
    ...Object.fromEntries(implied.map((status) => [status, usualErrors[status] ?? ''])),
    ...answers,
  }
  return Object.fromEntries(Object.entries(all).map(([status, answer]) => [status, response(+status, answer, schemas)]))
}

function response(status: number, answer: RouteAnswer, schemas: Schemas) {
  if (typeof answer !== 'string') {
    const { description, schema, type = 'application/json' } = answer
    return { description, ...(schema && { content: { [type]: { schema: jsonSchema(schema, schemas) } } }) }
  }
  if (status < 400) return { description: answer }
  return { description: answer, content: { 'application/problem+json': { schema: jsonSchema(ProblemJson, schemas) } } }
}

const files = new Map([
  ['swagger-ui.css', 'text/css; charset=utf-8'],
  ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
])

/** Swagger UI from its own package's files, under our policy: the one inline script carries the nonce. */
export function docsRoutes(rows: readonly RestRoute[]) {
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
  // Few ever ask for it, and making it takes more memory than the api has at rest otherwise.
  let document: string | null = null
  return new Hono<AppEnv>()
    .get('/openapi.json', (c) => {
      document ??= JSON.stringify(openapiDocument(rows))
      return c.body(document, 200, { 'content-type': 'application/json', 'cache-control': 'no-cache' })
    })
    .get('/docs', (c) => {
      const nonce = c.get('nonce')
      return c.html(page(nonce), 200, {
        'cache-control': 'no-store',
        // The bundle draws its small arrows from data: and sets styles in attributes only.
        'content-security-policy': contentSecurityPolicy(nonce, { 'img-src': "'self' data:" }),
      })
    })
    .get('/docs/:file', async (c, next) => {
      const file = c.req.param('file')
      const type = files.get(file)
      if (type === undefined) return next()
      const headers = { 'content-type': type, 'cache-control': 'public, max-age=86400' }
      return c.body(await readFile(join(folder, file)), 200, headers)
    })
}

const page = (nonce: string) => `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Kerbside REST</title>
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
</head>
<body>
<div id="docs"></div>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script nonce="${nonce}">
window.onload = () => {
  const session = () => { try { return JSON.parse(localStorage.getItem('unauth')) ?? {} } catch { return {} } }
  SwaggerUIBundle({
    url: '/api/openapi.json',
    dom_id: '#docs',
    deepLinking: true,
    requestInterceptor: (request) => {
      const { token } = session()
      if (token && !request.headers.Authorization) request.headers.Authorization = 'Bearer ' + token
      return request
    },
  })
}
</script>
</body>
</html>
`
