import { builder } from '../graphql/builder.ts'
import { UserType } from '../users/users.graphql.ts'
import { findMe, login, logout, type SignedIn } from './auth.service.ts'
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
    args: { email: t.arg.string({ required: true }), password: t.arg.string({ required: true }) },
    resolve: (_root, args, ctx) => login(ctx, args),
  }),
  logout: t.boolean({ resolve: (_root, _args, ctx) => logout(ctx).then(() => true) }),
  endMySession: t.boolean({
    description: 'Signs one device of the person asking out at once.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => endOwnSession(ctx, id).then(() => true),
  }),
}))
