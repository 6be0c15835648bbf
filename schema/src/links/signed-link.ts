import { base64url, jwtVerify, SignJWT } from 'jose'

/** What a signed link is good for. A link for one purpose opens nothing else. */
export type SignedLink =
  | { purpose: 'offer'; leadId: number; contractorId: string }
  | { purpose: 'lead'; leadId: number; contractorId: string }
  | { purpose: 'manage'; leadId: number }
  | { purpose: 'preview'; pageId: string }

export type SignedLinks = {
  /** A token that is safe in a path. `expiresAt` is kept with it; who reads it decides what an expired one may show. */
  sign: (link: SignedLink, expiresAt: Date) => Promise<string>
  /** Null for anything unknown, tampered with, or made for another purpose. */
  read: <P extends SignedLink['purpose']>(
    purpose: P,
    token: string,
  ) => Promise<{ link: Extract<SignedLink, { purpose: P }>; expiresAt: Date } | null>
}

export function createSignedLinks(secret: string): SignedLinks {
  // Not the key of the sessions: a link can never be taken for a token.
  const key = new TextEncoder().encode(`signed-link:${secret}`)
  return {
    sign: ({ purpose, ...link }, expiresAt) =>
      new SignJWT(link)
        .setProtectedHeader({ alg: 'HS256' })
        .setAudience(purpose)
        .setExpirationTime(expiresAt)
        .sign(key),
    async read(purpose, token) {
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: ['HS256'],
          audience: purpose,
          currentDate: new Date(0), // expiry is told apart from tampering by the caller
        })
        const { aud: _, exp, ...link } = payload
        return { link: { purpose, ...link } as never, expiresAt: new Date((exp ?? 0) * 1000) }
      } catch {
        return null // tampered with or never ours: to the visitor both are simply unknown
      }
    },
  }
}

/** A random value that is safe in a path, with `bytes` bytes of chance. */
export const randomToken = (bytes = 32) => base64url.encode(crypto.getRandomValues(new Uint8Array(bytes)))
