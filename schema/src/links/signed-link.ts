import { base64url, jwtVerify, SignJWT } from 'jose'
import { hash } from 'node:crypto'

/**
 * Whom each link is for. `openLink` of the api asks after them whenever a link is opened; what ends which link is the
 * table in docs/specification.md, 8.8, which a test reads.
 */
export const linkHolders = {
  offer: 'contractor',
  lead: 'contractor',
  firm: 'contractor',
  'stop-offers': 'contractor',
  manage: 'homeowner',
  password: 'account',
  export: 'account',
  'import-problems': 'account',
  'quote-file': 'account',
  consent: 'account',
  audit: 'account',
  report: 'account',
  evidence: 'account',
  preview: 'page',
} as const

/** `sentTo`: a mark of what the holder had when it was sent, see `addressMark`. With another one it no longer works. */
type ToContractor = { contractorId: string; sentTo: string }
type ToAccount = { userId: string; sentTo: string }

/** The purpose of a signed link and what it refers to. A link works for its purpose only. */
export type SignedLink =
  | ({ purpose: 'offer'; leadId: number } & ToContractor)
  | ({ purpose: 'lead'; leadId: number } & ToContractor)
  | ({ purpose: 'firm' } & ToContractor)
  | ({ purpose: 'stop-offers' } & ToContractor)
  | { purpose: 'manage'; leadId: number; sentTo: string }
  | ({ purpose: 'password' } & ToAccount)
  // Downloads.
  | ({ purpose: 'export'; exportId: string } & ToAccount)
  | ({ purpose: 'import-problems'; importId: string } & ToAccount)
  | ({ purpose: 'quote-file'; leadId: number; fileId: string } & ToAccount)
  | ({ purpose: 'consent'; leadId: number } & ToAccount)
  /** `filter`: of the audit trail, as JSON. */
  | ({ purpose: 'audit'; filter: string } & ToAccount)
  /** The days of a report. */
  | ({ purpose: 'report'; from: string; to: string } & ToAccount)
  | ({ purpose: 'evidence'; evidenceId: string } & ToAccount)
  | { purpose: 'preview'; pageId: string }

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

/** What a link says of the address that it was emailed to. `version`: rises with what ends the links sent before. */
export function addressMark(address: string, version = 0): string {
  const text = version === 0 ? address : `${address} ${version}`
  return hash('sha256', text.toLowerCase(), 'base64url').slice(0, 16)
}

/** The link to the homeowner's own page in an email to this address. */
export const manageLink = (leadId: number, address: string) =>
  ({ purpose: 'manage', leadId, sentTo: addressMark(address) }) as const

type Account = { _id: unknown; email: string; credentialsVersion: number }

/** What each link to an account has. Another address, password or status ends it, so a password's link works once. */
export const linkToAccount = ({ _id, email, credentialsVersion }: Account) => ({
  userId: String(_id),
  sentTo: addressMark(email, credentialsVersion),
})

/** A random value of `bytes` bytes that is safe in a path. */
export const randomToken = (bytes = 32) => base64url.encode(crypto.getRandomValues(new Uint8Array(bytes)))
