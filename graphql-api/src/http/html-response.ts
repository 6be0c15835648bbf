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

/** A document, compressed if it can be: with a nonce of its own in each, none can be compressed ahead. */
export async function answerHtml(c: HonoContext<AppEnv>, html: string, options: HtmlOptions = {}): Promise<Response> {
  const { status = 200, cache = 'no-cache', headers = {} } = options
  const { encoding, body } = await compress(c.req.header('accept-encoding'), Buffer.from(html))
  return c.body(new Uint8Array(body), status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': cache,
    vary: 'Accept-Encoding',
    ...(encoding && { 'content-encoding': encoding }),
    ...headers,
  })
}

const accepts = (header: string | undefined, encoding: string) =>
  (header ?? '').split(',').some((part) => part.trim().split(';')[0] === encoding && !/;\s*q=0(?:\.0*)?$/.test(part))

/** Quick rather than small: about a millisecond for a page. */
async function compress(
  accepted: string | undefined,
  body: Buffer,
): Promise<{ encoding: string | null; body: Buffer }> {
  if (accepts(accepted, 'br')) {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: body.length }
    return { encoding: 'br', body: await promisify(brotliCompress)(body, { params }) }
  }
  if (accepts(accepted, 'gzip')) return { encoding: 'gzip', body: await promisify(gzip)(body, { level: 5 }) }
  return { encoding: null, body }
}
