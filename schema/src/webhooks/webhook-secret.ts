import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** As Standard Webhooks writes it. */
export const newWebhookSecret = () => `whsec_${randomBytes(32).toString('base64')}`

/** A key of its own, so that nothing else that is made of the same secret opens what is sealed. */
const keyOf = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'kerbside webhook secret', 32))

const cipher = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

/** How a secret is stored: who reads the database or a backup alone cannot sign with it. */
export function sealSecret(text: string, secret: string): string {
  const iv = randomBytes(ivBytes)
  const sealing = createCipheriv(cipher, keyOf(secret), iv)
  const sealed = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()])
  return Buffer.concat([iv, sealing.getAuthTag(), sealed]).toString('base64')
}

/** Null when it was sealed under another secret, or changed since. */
export function openSecret(sealed: string, secret: string): string | null {
  const bytes = Buffer.from(sealed, 'base64')
  if (bytes.length <= ivBytes + tagBytes) return null
  const opening = createDecipheriv(cipher, keyOf(secret), bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
  opening.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
  try {
    return Buffer.concat([opening.update(bytes.subarray(ivBytes + tagBytes)), opening.final()]).toString('utf8')
  } catch {
    // Whoever asks says what follows: a new secret must be made.
    return null
  }
}
