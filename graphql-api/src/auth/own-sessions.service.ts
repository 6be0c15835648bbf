import { userSubject } from '@kerbside/schema/audit/audit'
import { AppError } from '@kerbside/schema/errors'
import { endSessions, isSignedInUnder, SessionModel } from '@kerbside/schema/users/session.model'
import { requireSignedIn } from '@kerbside/schema/users/user'
import { recordAudit } from '../audit/record-audit.ts'
import type { Context } from '../deps.ts'

export type OwnSession = {
  id: string
  /** 'Chrome on Windows'; null for a browser that is not known. */
  device: string | null
  isCurrent: boolean
  signedInAt: Date
  lastActiveAt: Date
}

/** Where the person asking is signed in, the latest used first. */
export async function listOwnSessions(ctx: Context): Promise<OwnSession[]> {
  requireSignedIn(ctx.viewer)
  const { id, sessionId } = ctx.viewer
  const records = await SessionModel.find({ userId: id, expiresAt: { $gt: ctx.now() } })
    .sort({ rotatedAt: -1, _id: 1 })
    .lean()
  const current = records.find(({ _id }) => _id === sessionId)
  return records
    .filter((record) => current && isSignedInUnder(record, { credentialsVersion: current.credentialsVersion }))
    .map(({ _id, device, createdAt, rotatedAt }) => ({
      id: _id,
      device,
      isCurrent: _id === sessionId,
      signedInAt: createdAt,
      lastActiveAt: rotatedAt,
    }))
}

/** Somebody else's session answers like one that does not exist. */
export async function endOwnSession(ctx: Context, sessionId: string): Promise<void> {
  requireSignedIn(ctx.viewer)
  const { id, name } = ctx.viewer
  const ended = await endSessions({ _id: sessionId, userId: id })
  if (ended === 0) throw new AppError('NOT_FOUND', 'That session has already ended.')
  const details = 'Ended one of their own sessions'
  await recordAudit(ctx, { action: 'user.signed-out', subject: userSubject({ _id: id, name }), details })
}

/** The first that matches counts: browsers name others that they are compatible with. */
const browsers = { Edge: /Edg/, Opera: /OPR\//, Firefox: /Firefox|FxiOS/, Chrome: /Chrome|CriOS/, Safari: /Safari/ }
const systems = {
  iPhone: /iPhone/,
  iPad: /iPad/,
  Android: /Android/,
  Windows: /Windows/,
  Mac: /Mac OS/,
  Linux: /Linux/,
}

/** Browser and system of a User-Agent header; null if neither is known. */
export function deviceName(userAgent: string): string | null {
  const nameIn = (known: Record<string, RegExp>) => Object.keys(known).find((name) => known[name]?.test(userAgent))
  return [nameIn(browsers), nameIn(systems)].filter(Boolean).join(' on ') || null
}
