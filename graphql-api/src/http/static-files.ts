import { serveStatic } from '@hono/node-server/serve-static'
import { etag } from 'hono/etag'
import { createMiddleware } from 'hono/factory'
import { join } from 'node:path'
import type { AppEnv } from '../deps.ts'

/** The files of the built web app, compressed ahead. Neither the page template nor a folder is a file of the site. */
export function staticFiles(root: string) {
  const serve = serveStatic<AppEnv>({
    // Not given as `root`, which would have to exist already: the build may come later.
    rewriteRequestPath: (path) => join(root, path),
    precompressed: true,
    index: 'no-index',
  })
  return createMiddleware<AppEnv>(async (c, next) => {
    const file = isFile(c.req.path) ? await serve(c, async () => {}) : undefined
    if (!file) return next()
    // An SVG names its encoding itself.
    if (c.req.path.endsWith('.svg')) file.headers.set('content-type', 'image/svg+xml')
    for (const [name, value] of Object.entries(headersOf(c.req.path))) file.headers.set(name, value)
    // A part is not tagged by its own bytes.
    if (file.status === 206) return file
    await etag()(c, async () => {
      c.res = file
    })
  })
}

/** The path of a page has no dot, and is not looked for on the disk. */
const isFile = (path: string) => path !== '/index.html' && path.lastIndexOf('.') > path.lastIndexOf('/')

function headersOf(path: string): Record<string, string> {
  // Their names change with their content.
  if (path.startsWith('/assets/')) return { 'cache-control': 'public, max-age=31536000, immutable' }
  if (/^\/(?:sw|service-worker)\.js$/.test(path)) return { 'cache-control': 'no-cache', 'service-worker-allowed': '/' }
  return { 'cache-control': 'public, max-age=3600' }
}
