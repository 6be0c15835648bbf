import { roleIds } from '@kerbside/schema/users/user'
import { z } from 'zod'
import { json, noContent, routesTagged } from '../http/route.ts'
import { toRestUser, UserJson } from '../users/users.rest.ts'
import { getMe, login, LoginInput, logout, refreshSession, type SignedIn } from './auth.service.ts'

const SignedInJson = z
  .object({ token: z.string(), user: UserJson.pick({ id: true, name: true, email: true, role_id: true }) })
  .meta({ id: 'SignedIn' })

function toRestSignedIn({ token, user: { id, name, email, role } }: SignedIn): z.infer<typeof SignedInJson> {
  return { token, user: { id, name, email, role_id: roleIds[role] } }
}

const route = routesTagged('Sign-in')
const foreign = 'Asked by a page of another site'

export const authRoutes = [
  route('post', '/auth/login', 'login', {
    summary: 'Sign in. The refresh token comes as an httpOnly cookie.',
    who: 'public',
    body: LoginInput,
    answers: {
      200: { description: 'Signed in', schema: SignedInJson },
      401: 'Wrong pair, or no such account',
      403: 'The account is not active',
      422: 'Something is missing; under `code` when two-step sign-in is on, and the code is missing or wrong',
      429: 'Too many wrong tries for this account, from here or from anywhere',
    },
    handle: async (ctx, { body }) => json(toRestSignedIn(await login(ctx, body))),
  }),
  route('get', '/auth/me', 'getMe', {
    summary: 'Who is signed in',
    who: 'signed in',
    answers: { 200: { description: 'The person asking', schema: z.object({ user: UserJson }) } },
    handle: async (ctx) => json({ user: toRestUser(await getMe(ctx)) }),
  }),
  route('post', '/auth/refresh', 'refreshSession', {
    summary:
      'A new token for the refresh cookie, which is replaced. The one before is good for 30 s more; later it ends the session.',
    who: 'session cookie',
    answers: { 200: { description: 'Renewed', schema: SignedInJson }, 403: foreign },
    handle: async (ctx) => json(toRestSignedIn(await refreshSession(ctx))),
  }),
  route('post', '/auth/logout', 'logout', {
    summary: 'End the session',
    who: 'session cookie',
    answers: { 204: 'Signed out', 403: foreign },
    handle: (ctx) => logout(ctx).then(noContent),
  }),
]
