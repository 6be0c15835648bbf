import ipaddr from 'ipaddr.js'
import { createHmac } from 'node:crypto'
import { isIPv4 } from 'node:net'

/** The address in an entry, as proxies write it: with a port, an IPv6 address in brackets, an IPv4 one inside IPv6. */
function addressIn(entry: string): string {
  const text = entry.trim()
  if (isIPv4(text)) return text
  const [, inBrackets, beforePort] = /^(?:\[([^\]]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d+)?$/.exec(text) ?? []
  const address = (inBrackets ?? beforePort ?? text).split('%')[0] ?? ''
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : text
}

/**
 * The address of the client. Each trusted proxy has appended the address it saw, so with `trusted` proxies the client is that
 * many entries from the right of the chain; anything further left a client may have made up.
 */
export function clientAddress(peer: string | undefined, forwardedFor: string | undefined, trusted: number): string {
  const entries = trusted === 0 || forwardedFor === undefined ? [] : forwardedFor.split(',').map(addressIn)
  const chain = [...entries.filter((entry) => entry !== ''), addressIn(peer ?? 'unknown')]
  return chain[Math.max(0, chain.length - 1 - trusted)] ?? 'unknown'
}

/** What limits count by: an IPv6 subscriber has a whole /64 of addresses. */
export function networkOf(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address
  const groups = ipaddr.IPv6.parse(address).parts.slice(0, 4)
  return `${groups.map((group) => group.toString(16)).join(':')}::/64`
}

/**
 * What a counter in Redis is called after: an address, a contact or an account. The same parts always give the same
 * key, and without our secret nobody finds the address behind one by trying every address there is.
 */
export type LimitKey = (...parts: string[]) => string

export function createLimitKey(secret: string): LimitKey {
  // Not the key of the sessions: a counter's name can never be taken for a signature.
  const key = `limit-key:${secret}`
  return (...parts) => createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url').slice(0, 22)
}

/**
 * Does a page of another site make the browser ask? Programs send no origin. Ours is PUBLIC_URL's, or the address that
 * this very request was sent to: the cookies belong to it.
 */
export function isForeignOrigin(origin: string | undefined, publicUrl: string, requestUrl: string): boolean {
  if (origin === undefined) return false
  const { protocol, origin: own } = new URL(publicUrl)
  return origin !== own && origin !== `${protocol}//${new URL(requestUrl).host}`
}
