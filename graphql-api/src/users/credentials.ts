import { randomToken } from '@kerbside/schema/links/signed-link'
import type { SessionRecord } from '@kerbside/schema/users/session.model'
import { passwordLength, roleIds, roleOf, type Role } from '@kerbside/schema/users/user'
import { hash, verify } from '@node-rs/argon2'
import { jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import { createHmac, createSecretKey, timingSafeEqual, type KeyObject } from 'node:crypto'

// Argon2id (the library's default) with OWASP's second recommendation: 19 MiB, two passes, one thread.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

// é is one character on one keyboard and two on another (Unicode NFC).
const typed = (password: string) => password.normalize('NFC')

export const hashPassword = (password: string) => hash(typed(password), cost)

// The hash of a random password. An unknown account is compared with it, so that the answer takes as long.
let dummy: Promise<string> | null = null

/** Takes the same time whether or not there is an account. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const against = passwordHash ?? (await (dummy ??= hashPassword(crypto.randomUUID())))
  // A text longer than any password is compared as well, but cut, so that its length costs no time.
  const right = await verify(against, typed(password).slice(0, passwordLength.max + 1))
  return right && passwordHash !== null
}

/** Minutes a bearer token is good for; the session behind it is checked at each request all the same. */
const tokenMinutes = 15

/** `role`: that of the person when the token was made. */
export type TokenClaims = { userId: string; sessionId: string; role: Role }

/** jose prepares a key object once, and other bytes at each call. */
const keys = new LRUCache<string, KeyObject>({ max: 100 })
function keyOf(secret: string): KeyObject {
  const key = keys.get(secret) ?? createSecretKey(secret, 'utf8')
  keys.set(secret, key)
  return key
}

/** Tokens whose signature was right, by secret and token: a client sends the same one for minutes. */
const verified = new LRUCache<string, TokenClaims & { expiresAt: number }>({ max: 2_000 })

export function signToken(secret: string, { userId, sessionId, role }: TokenClaims, now: Date): Promise<string> {
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
  const seconds = Math.floor(now.getTime() / 1000)
  const known = verified.get(`${secret} ${token}`)
  if (known) return known.expiresAt > seconds ? known : null
  try {
    const { payload } = await jwtVerify(token, keyOf(secret), { algorithms: ['HS256'], currentDate: now })
    const { sub, sid, exp, role } = payload
    if (typeof sub !== 'string' || typeof sid !== 'string' || exp === undefined) return null
    const claims = { userId: sub, sessionId: sid, role: roleOf(role) }
    verified.set(`${secret} ${token}`, { ...claims, expiresAt: exp })
    return claims
  } catch {
    return null // expired, forged or broken: the caller is not signed in
  }
}

/** Milliseconds for which the refresh token before the current one is still good (docs/specification.md, 8.3). */
export const graceMs = 30_000

export const newSeed = () => randomToken()

type Session = Pick<SessionRecord, '_id' | 'seed'>

/**
 * The token of one generation of a session. It is computed, not random: a browser that lost the answer to a refresh gets
 * the same next token again, and a token of an earlier generation proves that we once issued it.
 */
export const refreshToken = (secret: string, session: Session, generation: number) =>
  [session._id, generation, proofOf(secret, session, generation)].join('.')

type GivenToken = { sessionId: string; generation: number; proof: string }

/** Null for what has not even the form of a token. */
export function readRefreshToken(text: string | undefined): GivenToken | null {
  const [, sessionId, generation, proof] = /^([\w-]{1,64})\.(\d{1,9})\.([\w-]{43})$/.exec(text ?? '') ?? []
  if (sessionId === undefined || generation === undefined || proof === undefined) return null
  return { sessionId, generation: Number(generation), proof }
}

/** Whether we made this token for this session, of whatever generation. */
export function isProven(secret: string, session: Session, { generation, proof }: GivenToken): boolean {
  return timingSafeEqual(Buffer.from(proofOf(secret, session, generation)), Buffer.from(proof))
}

// Neither the database nor our secret alone is enough to make one.
function proofOf(secret: string, { _id, seed }: Session, generation: number): string {
  return createHmac('sha256', `refresh-token:${secret}`).update(`${_id}.${seed}.${generation}`).digest('base64url')
}
