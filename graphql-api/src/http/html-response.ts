import type { Context as HonoContext } from 'hono'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { AppEnv } from '../deps.ts'

export type HtmlStatus = 200 | 404 | 409 | 410 | 413 | 415 | 422 | 429 | 500 | 503

/**
 * `no-cache` for what is everybody's: a browser or its service worker may keep it, and asks before it shows it again.
 * `no-store` for what is one person's.
 */
export type HtmlOptions = { status?: HtmlStatus; cache?: 'no-cache' | 'no-store'; headers?: Record<string, string> }

export async function answerHtml(c: HonoContext<AppEnv>, html: string, options: HtmlOptions = {}): Promise<Response> {
  const { status = 200, cache = 'no-cache', headers = {} } = options
  const accepted = c.req.header('accept-encoding')
  const encoding = accepts(accepted, 'br') ? 'br' : accepts(accepted, 'gzip') ? 'gzip' : null
  const body = await compress(Buffer.from(html), encoding)
  return c.body(body, status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': cache,
    vary: 'Accept-Encoding',
    ...(encoding && { 'content-encoding': encoding }),
    ...headers,
  })
}

const accepts = (header: string | undefined, encoding: string) =>
  (header ?? '').split(',').some((part) => part.trim().split(';')[0] === encoding && !/;\s*q=0(?:\.0*)?$/.test(part))

/** Quick rather than small: one or two milliseconds for a page, in a thread beside the one that answers. */
async function compress(body: Buffer<ArrayBuffer>, encoding: 'br' | 'gzip' | null): Promise<Buffer<ArrayBuffer>> {
  if (encoding === null) return body
  if (encoding === 'gzip') return promisify(gzip)(body, { level: 5 })
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: body.length }
  return promisify(brotliCompress)(body, { params })
}
