import { isSignedInUnder, SessionModel } from '@kerbside/schema/users/session.model'
import { lacksTwoStep, type Viewer } from '@kerbside/schema/users/user'
import { UserModel } from '@kerbside/schema/users/user.model'
import { isValidObjectId } from 'mongoose'
import type { Deps } from '../deps.ts'
import { readToken } from '../users/credentials.ts'

/**
 * Who a request's bearer token stands for. The session and the account are looked up each time, so that signing out,
 * deactivation, a change of role or password, and a new rule about two-step sign-in count at once. A token of another role
 * is no longer good, so that the client asks for a new one and hears of its role.
 */
export async function viewerOf(
  deps: Pick<Deps, 'config' | 'now' | 'settings'>,
  authorization: string | undefined,
): Promise<Viewer> {
  const token = /^Bearer ([\w.-]+)$/i.exec(authorization ?? '')?.[1]
  if (token === undefined) return null
  const claims = await readToken(deps.config.JWT_SECRET, token, deps.now())
  if (claims === null || !isValidObjectId(claims.userId)) return null
  const [session, user] = await Promise.all([
    SessionModel.findById(claims.sessionId, 'userId credentialsVersion expiresAt').lean(),
    UserModel.findById(claims.userId, 'name email role status credentialsVersion twoStepEnabledAt').lean(),
  ])
  if (!session || !user || user.status !== 'active') return null
  if (String(session.userId) !== claims.userId || session.expiresAt <= deps.now()) return null
  if (!isSignedInUnder(session, user) || claims.role !== user.role) return null
  const { role, name, email } = user
  return {
    id: claims.userId,
    role,
    name,
    email,
    sessionId: session._id,
    lacksTwoStep: lacksTwoStep(user, deps.settings()),
  }
}
