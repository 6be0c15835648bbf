import { Hono, type Context as HonoContext } from 'hono'
import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import { gunzipSync } from 'node:zlib'
import type { AppEnv } from '../deps.ts'
import { contentSecurityPolicy } from '../http/security-headers.ts'

const query = `# Ask the data anything. Sign in to the app first: this page uses the same session.
{
  leads(first: 5) {
    totalCount
    nodes {
      id
      fullName
      status
    }
  }
}
`
const options = { title: 'Kerbside GraphiQL', endpoint: '/graphql', credentials: 'same-origin', query }

/**
 * `GET /graphql`, from our own files. The editor makes its workers from blobs and adds styles of its own, so this page
 * alone has a policy that lets it.
 */
export const graphiqlRoutes = () =>
  new Hono<AppEnv>()
    .get('/graphql', async (c) => {
      const nonce = c.get('nonce')
      return c.html(page(nonce, (await graphiqlFiles()).version), 200, {
        'cache-control': 'no-store',
        'content-security-policy': contentSecurityPolicy(nonce, {
          'style-src': "'self' 'unsafe-inline'",
          'font-src': "'self' data:",
          'worker-src': "'self' blob:",
        }),
      })
    })
    .get('/graphql/graphiql.js', async (c) => compressed(c, (await graphiqlFiles()).js, 'text/javascript'))
    .get('/graphql/graphiql.css', async (c) => compressed(c, (await graphiqlFiles()).css, 'text/css'))

function compressed(c: HonoContext<AppEnv>, file: Buffer, type: string): Response {
  const headers = {
    'content-type': `${type}; charset=utf-8`,
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
  }
  const zipped = /\bgzip\b/.test(c.req.header('accept-encoding') ?? '')
  const body = new Uint8Array(zipped ? file : gunzipSync(file))
  return c.body(body, 200, zipped ? { ...headers, 'content-encoding': 'gzip' } : headers)
}

const page = (nonce: string, version: string) => `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${options.title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/graphql/graphiql.css?${version}">
</head>
<body id="body" class="no-focus-outline">
<noscript>This page needs JavaScript.</noscript>
<div id="root"></div>
<script nonce="${nonce}">${sessionScript}</script>
<script src="/graphql/graphiql.js?${version}"></script>
</body>
</html>
`

/** Sends the app's session along, and renews its token as the app does: one tab at a time. */
const sessionScript = `
(() => {
  const key = 'unauth'
  const send = window.fetch.bind(window)
  const session = () => { try { return JSON.parse(localStorage.getItem(key)) ?? {} } catch { return {} } }
  const claims = (token) => JSON.parse(atob(token.split('.')[1].replace(/-/g, '+').replace(/_/g, '/')))
  const hasRunOut = (token) => { try { return claims(token).exp * 1000 < Date.now() + 5000 } catch { return true } }
  const oneAtATime = (work) => navigator.locks ? navigator.locks.request('kerbside-session', work) : work()
  const renew = async () => {
    const before = session()
    if (!before.token || !hasRunOut(before.token)) return
    const answer = await send('/api/auth/refresh', { method: 'POST' })
    if (answer.ok) localStorage.setItem(key, JSON.stringify({ ...before, token: (await answer.json()).token }))
  }
  window.fetch = async (input, init = {}) => {
    if (session().token && hasRunOut(session().token)) await oneAtATime(renew)
    const { token } = session()
    const headers = new Headers(init.headers)
    if (token) headers.set('authorization', 'Bearer ' + token)
    return send(input, { ...init, headers })
  }
})()
`

type GraphiqlFiles = { css: Buffer; js: Buffer; version: string }

/**
 * GraphiQL comes as one page of nine megabytes. It is taken apart and compressed once, in a thread of its own, so that
 * the api neither stops for it nor keeps it in memory: what stays are the two compressed files.
 */
const takeApart = `
const { workerData, parentPort } = require('node:worker_threads')
const { gzipSync } = require('node:zlib')
const page = require(workerData.path).renderGraphiQL(workerData.options)
const between = (start, end) => page.slice(page.indexOf(start) + start.length, page.lastIndexOf(end))
parentPort.postMessage({ css: gzipSync(between('<style>', '</style>')), js: gzipSync(between('<script>', '</script>')) })
`

let files: Promise<GraphiqlFiles> | null = null

function graphiqlFiles(): Promise<GraphiqlFiles> {
  files ??= inThread().catch((error: unknown) => {
    files = null // the next visit tries again
    throw error
  })
  return files
}

function inThread(): Promise<GraphiqlFiles> {
  const path = createRequire(import.meta.url).resolve('@graphql-yoga/render-graphiql')
  const thread = new Worker(takeApart, { eval: true, workerData: { path, options } })
  return new Promise((resolve, reject) => {
    thread.once('error', reject)
    thread.once('message', (message: { css: Uint8Array; js: Uint8Array }) => {
      const css = Buffer.from(message.css)
      const js = Buffer.from(message.js)
      resolve({ css, js, version: createHash('sha256').update(css).update(js).digest('hex').slice(0, 16) })
      void thread.terminate()
    })
  })
}
