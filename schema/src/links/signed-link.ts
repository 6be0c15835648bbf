import { base64url, jwtVerify, SignJWT } from 'jose'
import { hash } from 'node:crypto'

/** The purpose of a signed link and what it refers to. A link works for its purpose only. */
export type SignedLink =
  | { purpose: 'offer'; leadId: number; contractorId: string }
  | { purpose: 'lead'; leadId: number; contractorId: string }
  | { purpose: 'firm'; contractorId: string }
  | { purpose: 'stop-offers'; contractorId: string }
  /** `sentTo`: a mark of the address that the link was emailed to. It shows nothing once the lead has another one. */
  | { purpose: 'manage'; leadId: number; sentTo: string }
  | { purpose: 'preview'; pageId: string }
  // Downloads. `userId`: who may open it.
  | { purpose: 'export'; exportId: string; userId: string }
  | { purpose: 'import-problems'; importId: string; userId: string }
  | { purpose: 'quote-file'; leadId: number; fileId: string; userId: string }
  | { purpose: 'consent'; leadId: number; userId: string }
  /** `filter`: of the audit trail, as JSON. */
  | { purpose: 'audit'; userId: string; filter: string }
  /** The days of a report. */
  | { purpose: 'report'; userId: string; from: string; to: string }
  | { purpose: 'evidence'; evidenceId: string; userId: string }
  /** `version`: of the password that it may replace, so that it works once. `sentTo`: as of a homeowner's link. */
  | { purpose: 'password'; userId: string; version: number; sentTo: string }

export type SignedLinks = {
  /** A token that is safe in a path. It contains `expiresAt`, and the reader decides what an expired one may show. */
  sign: (link: SignedLink, expiresAt: Date) => Promise<string>
  /** Null for anything unknown, tampered with, or made for another purpose. */
  read: <P extends SignedLink['purpose']>(
    purpose: P,
    token: string,
  ) => Promise<{ link: Extract<SignedLink, { purpose: P }>; expiresAt: Date } | null>
}

export function createSignedLinks(secret: string): SignedLinks {
  // A key of its own, so that a link can never pass as a session token.
  const bytes = new TextEncoder().encode(`signed-link:${secret}`)
  // Imported once: a signature with the bytes imports them again, which takes as long as to sign.
  const importing = crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify'])
  return {
    sign: async ({ purpose, ...link }, expiresAt) =>
      new SignJWT(link)
        .setProtectedHeader({ alg: 'HS256' })
        .setAudience(purpose)
        .setExpirationTime(expiresAt)
        .sign(await importing),
    async read(purpose, token) {
      try {
        const { payload } = await jwtVerify(token, await importing, {
          algorithms: ['HS256'],
          audience: purpose,
          currentDate: new Date(0), // the caller distinguishes expiry from tampering
        })
        const { aud: _, exp, ...link } = payload
        return { link: { purpose, ...link } as never, expiresAt: new Date((exp ?? 0) * 1000) }
      } catch {
        return null // forged or tampered with
      }
    },
  }
}

/** What a link says of the address that it was emailed to. With another address it no longer works. */
export const addressMark = (address: string) => hash('sha256', address.toLowerCase(), 'base64url').slice(0, 16)

/** The link to the homeowner's own page in an email to this address. */
export const manageLink = (leadId: number, address: string) =>
  ({ purpose: 'manage', leadId, sentTo: addressMark(address) }) as const

type Account = { _id: unknown; email: string; credentialsVersion?: number }

/** The link with which a person chooses a password, in an email to the account's present address. */
export const passwordLink = ({ _id, email, credentialsVersion = 0 }: Account) =>
  ({ purpose: 'password', userId: String(_id), version: credentialsVersion, sentTo: addressMark(email) }) as const

/** A random value of `bytes` bytes that is safe in a path. */
export const randomToken = (bytes = 32) => base64url.encode(crypto.getRandomValues(new Uint8Array(bytes)))
