import { jwtVerify, SignJWT } from 'jose'
import { roleIds, type Role } from '@kerbside/schema/users/user'

/** Minutes a bearer token is good for; the session behind it is checked at each request all the same. */
export const tokenMinutes = 15

export type TokenClaims = { userId: string; sessionId: string }

const keyOf = (secret: string) => new TextEncoder().encode(secret)

export function signToken(
  secret: string,
  { userId, sessionId, role }: TokenClaims & { role: Role },
  now: Date,
): Promise<string> {
  const seconds = Math.floor(now.getTime() / 1000)
  return new SignJWT({ role: roleIds[role], sid: sessionId })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(userId)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + tokenMinutes * 60)
    .sign(keyOf(secret))
}

/** Null for anything that is not a token of ours that is still good. */
export async function readToken(secret: string, token: string, now: Date): Promise<TokenClaims | null> {
  try {
    const { payload } = await jwtVerify(token, keyOf(secret), { algorithms: ['HS256'], currentDate: now })
    const { sub, sid } = payload
    return typeof sub === 'string' && typeof sid === 'string' ? { userId: sub, sessionId: sid } : null
  } catch {
    return null // expired, tampered with or never ours: the caller is simply not signed in
  }
}
