import { builder } from '../graphql/builder.ts'
import { UserType } from '../users/users.graphql.ts'
import { findMe, login, logout, type SignedIn } from './auth.service.ts'

const AuthPayload = builder.objectRef<SignedIn>('AuthPayload').implement({
  fields: (t) => ({
    token: t.exposeString('token', { description: 'Good for 15 minutes, as a bearer token.' }),
    user: t.expose('user', { type: UserType }),
  }),
})

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
}))
