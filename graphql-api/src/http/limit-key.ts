import { createHmac } from 'node:crypto'

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
