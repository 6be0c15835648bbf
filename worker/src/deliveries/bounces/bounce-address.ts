import { createHmac } from 'node:crypto'
import type { Config } from '../../config.ts'

/** What a bounce comes back for. With another round or address it has another key. */
export type SentEmail = { id: string; round: number; address: string }

/** Nobody can make one without the secret. Short enough for an address, and safe where case is lost. */
export function bounceKey({ JWT_SECRET }: Pick<Config, 'JWT_SECRET'>, { id, round, address }: SentEmail): string {
  const text = [id, round, address.toLowerCase()].join('\n')
  return createHmac('sha256', `bounce:${JWT_SECRET}`).update(text).digest('hex').slice(0, 40)
}

/** The envelope sender of an email: the mail servers on its way report to it. */
export const bounceAddress = (key: string, domain: string) => `bounce+${key}@${domain}`

/** The key in such an address; null for any other. */
export function readBounceAddress(address: string, domain: string): string | null {
  const [, key = '', of = ''] = /^bounce\+([\da-f]{40})@(.+)$/i.exec(address) ?? []
  return of.toLowerCase() === domain ? key.toLowerCase() : null
}
