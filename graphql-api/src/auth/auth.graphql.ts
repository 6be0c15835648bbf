import { builder } from '../graphql/builder.ts'
import { UserType } from '../users/users.graphql.ts'
import { findMe, login, logout, type SignedIn } from './auth.service.ts'
import { readPasswordLink, requestPasswordReset, setPassword } from './password-links.service.ts'
import { endOwnSession, listOwnSessions, type OwnSession } from './own-sessions.service.ts'

const AuthPayload = builder.objectRef<SignedIn>('AuthPayload').implement({
  fields: (t) => ({
    token: t.exposeString('token', { description: 'Good for 15 minutes, as a bearer token.' }),
    user: t.expose('user', { type: UserType }),
  }),
})

const SessionType = builder.objectRef<OwnSession>('Session').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    device: t.exposeString('device', { nullable: true, description: 'Browser and system, if they are known.' }),
    isCurrent: t.exposeBoolean('isCurrent', { description: 'The session of this request.' }),
    signedInAt: t.expose('signedInAt', { type: 'DateTime' }),
    lastActiveAt: t.expose('lastActiveAt', { type: 'DateTime', description: 'When its token was last renewed.' }),
  }),
})

builder.queryField('mySessions', (t) =>
  t.field({
    type: [SessionType],
    description: 'Where the person asking is signed in, the latest used first.',
    resolve: (_root, _args, ctx) => listOwnSessions(ctx),
  }),
)

const PasswordLinkType = builder.objectRef<{ name: string; email: string }>('PasswordLink').implement({
  description: 'Whose password a link sets.',
  fields: (t) => ({ name: t.exposeString('name'), email: t.exposeString('email') }),
})

builder.queryField('passwordLink', (t) =>
  t.field({
    type: PasswordLinkType,
    nullable: true,
    args: { token: t.arg.string({ required: true }) },
    resolve: (_root, { token }, ctx) => readPasswordLink(ctx, token),
  }),
)

builder.queryField('me', (t) =>
  t.field({
    type: UserType,
    nullable: true,
    description: 'Who is signed in; null for a visitor.',
    resolve: (_root, _args, ctx) => findMe(ctx),
  }),
)

builder.mutationFields((t) => ({
  login: t.field({
    type: AuthPayload,
    args: {
      email: t.arg.string({ required: true }),
      password: t.arg.string({ required: true }),
      code: t.arg.string({ description: 'Of the authenticator app, or a recovery code, when two-step sign-in is on.' }),
    },
    resolve: (_root, args, ctx) => login(ctx, args),
  }),
  requestPasswordReset: t.boolean({
    description: 'Emails a link that sets a new password. The answer does not tell whether there is an account.',
    args: { email: t.arg.string({ required: true }) },
    resolve: (_root, args, ctx) => requestPasswordReset(ctx, args).then(() => true),
  }),
  setPassword: t.boolean({
    description: 'By the link of an invitation or of a forgotten password. Ends every session of that person.',
    args: { token: t.arg.string({ required: true }), password: t.arg.string({ required: true }) },
    resolve: (_root, args, ctx) => setPassword(ctx, args).then(() => true),
  }),
  logout: t.boolean({ resolve: (_root, _args, ctx) => logout(ctx).then(() => true) }),
  endMySession: t.boolean({
    description: 'Signs one device of the person asking out at once.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => endOwnSession(ctx, id).then(() => true),
  }),
}))
