import { randomToken } from '@kerbside/schema/links/signed-link'
import type { SessionRecord } from '@kerbside/schema/users/session.model'
import { createHmac, timingSafeEqual } from 'node:crypto'

/** Milliseconds for which the refresh token before the current one is still good (docs/specification.md, 8.3). */
export const graceMs = 30_000

export const newSeed = () => randomToken()

type Session = Pick<SessionRecord, '_id' | 'seed'>

/**
 * The token of one generation of a session. It is computed, not drawn: a browser that lost the answer to a refresh gets
 * the very same next token again, and a token of an earlier generation proves that it was once handed out.
 */
export const refreshToken = (secret: string, session: Session, generation: number) =>
  [session._id, generation, proofOf(secret, session, generation)].join('.')

export type GivenToken = { sessionId: string; generation: number; proof: string }

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
