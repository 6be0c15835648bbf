import type { OpenAPIHono } from '@hono/zod-openapi'
import { Hono } from 'hono'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { contentSecurityPolicy } from './security-headers.ts'
import type { AppEnv } from './route.ts'

const description = `Quotes in, leads out. Errors are RFC 9457 problem documents. Sign in with \`POST /auth/login\` and send the token as a bearer.`

/** OpenAPI 3.1, from the very rows and schemas that answer. */
export function openapiDocument(rest: OpenAPIHono<AppEnv>): object {
  rest.openAPIRegistry.registerComponent('securitySchemes', 'bearer', {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
  })
  return rest.getOpenAPI31Document({
    openapi: '3.1.0',
    info: { title: 'Kerbside', version: '1', description },
    servers: [{ url: '/api' }],
  })
}

const files = new Map([
  ['swagger-ui.css', 'text/css; charset=utf-8'],
  ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
])

/** Swagger UI from its own package's files, under our policy: the one inline script carries the nonce. */
export function docsRoutes(rest: OpenAPIHono<AppEnv>) {
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
  const document = JSON.stringify(openapiDocument(rest))
  return new Hono<AppEnv>()
    .get('/openapi.json', (c) =>
      c.body(document, 200, { 'content-type': 'application/json', 'cache-control': 'no-cache' }),
    )
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
