import { hasUsablePort, hostOf, isPublicAddress } from '@kerbside/schema/webhooks/webhook-url'
import type { LookupAddress } from 'node:dns'
import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { callbackify } from 'node:util'

/** All addresses of a host: `lookup` of node:dns/promises, and in tests what a changing name answers. */
export type ResolveHost = (hostname: string, options: { all: true }) => Promise<LookupAddress[]>

export type Posting = { url: string; headers: Record<string, string>; body: string | Buffer }
/** `retryAfter`: the header of this name. */
export type WebhookAnswer = { status: number; text: string; retryAfter: string | null }
export const isTaken = ({ status }: Pick<WebhookAnswer, 'status'>) => status >= 200 && status <= 299
type PostOptions = { resolveHost: ResolveHost; toPrivate: boolean; timeouts?: Timeouts }

/** Milliseconds: until the connection is there, and until the answer is. */
type Timeouts = { connect: number; whole: number }
const usualTimeouts: Timeouts = { connect: 5_000, whole: 10_000 }

/** Characters of an answer that are kept, and bytes that are read of it. */
const keptLength = 200
const maxAnswerBytes = 4_096

/** Where nothing is sent to, whatever name it has. */
export class PrivateAddressError extends Error {
  override message = 'The host is not on the public internet: nothing was sent'
}

/**
 * Posts once and resolves with the answer, whatever its status: redirects are not followed, and of a success nothing but
 * the status is read. The connection goes to an
 * address that was checked, of those that the name has at this moment, so that no name can lead into our own network.
 */
export async function postWebhook(
  { url, headers, body }: Posting,
  { resolveHost, toPrivate, timeouts = usualTimeouts }: PostOptions,
): Promise<WebhookAnswer> {
  const target = new URL(url)
  const isHttps = target.protocol === 'https:'
  if (!isHttps && !(toPrivate && target.protocol === 'http:')) throw new Error('The address is not https')
  if (!hasUsablePort(target)) throw new Error(`Nothing is sent to port ${target.port}: it is not one of web servers`)
  // An address instead of a name is not looked up.
  if (isIP(hostOf(target)) && !toPrivate && !isPublicAddress(hostOf(target))) throw new PrivateAddressError()
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(timeouts.whole)
    const request = (isHttps ? requestHttps : requestHttp)(target, {
      method: 'POST',
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
      // A connection of its own each time: one that is kept would go to an address that was checked long ago.
      agent: false,
      lookup: toPrivate ? lookupWith(resolveHost, () => true) : lookupWith(resolveHost, isPublicAddress),
      maxHeaderSize: 16_384,
      signal,
    })
    const slow = setTimeout(() => request.destroy(new Error('No connection within 5 seconds')), timeouts.connect)
    request.once('socket', (socket) => socket.once(isHttps ? 'secureConnect' : 'connect', () => clearTimeout(slow)))
    const fail = (error: Error) => {
      clearTimeout(slow)
      reject(signal.aborted ? new Error('No answer within 10 seconds') : error)
    }
    request.once('error', fail)
    request.once('response', (response) => {
      clearTimeout(slow)
      // The status is the answer. What comes after it, also too late or broken off, is only for people to read.
      request.off('error', fail).on('error', () => {})
      const answer = { status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] ?? null }
      if (isTaken(answer)) response.destroy()
      void readStart(response).then((text) => resolve({ ...answer, text }))
    })
    request.end(body)
  })
}

/** Rejects a name that has an address where nothing may be sent to; any of them could be connected to. */
function lookupWith(resolveHost: ResolveHost, isAllowed: (address: string) => boolean): LookupFunction {
  const resolveAllowed = callbackify(async (hostname: string) => {
    const addresses = await resolveHost(hostname, { all: true })
    const [first] = addresses
    if (!first || !addresses.every(({ address }) => isAllowed(address))) throw new PrivateAddressError()
    return { first, addresses }
  })
  return (hostname, options, done) =>
    resolveAllowed(hostname, (error, found) => {
      if (error) done(error, '')
      else if (options.all) done(null, found.addresses)
      else done(null, found.first.address, found.first.family)
    })
}

/** The beginning of an answer as one line. The rest is not read. */
async function readStart(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of response) {
      chunks.push(chunk as Buffer)
      bytes += (chunk as Buffer).length
      if (bytes >= maxAnswerBytes) break
    }
  } catch {
    // It broke off, or took too long: what has come is kept.
  }
  response.destroy()
  const text = Buffer.concat(chunks).subarray(0, maxAnswerBytes).toString('utf8')
  return text
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, keptLength)
}
