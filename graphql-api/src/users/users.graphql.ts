import { roles, type User, userStatuses } from '@kerbside/schema/users/user'
import { builder, enumValues } from '../graphql/builder.ts'
import { resetTwoStep } from './reset-two-step.ts'
import {
  createUser,
  deleteUser,
  inviteUser,
  listAssignees,
  listUsers,
  sendInvitation,
  updateUser,
  userWork,
  type Assignee,
} from './users.service.ts'
import type { UserWork } from './hand-over.ts'

export const RoleEnum = builder.enumType('Role', { values: enumValues(roles) })
export const UserStatusEnum = builder.enumType('UserStatus', { values: enumValues(userStatuses) })

export const UserType = builder.objectRef<User>('User').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    email: t.exposeString('email'),
    role: t.expose('role', { type: RoleEnum }),
    status: t.expose('status', { type: UserStatusEnum }),
    phone: t.exposeString('phone', { nullable: true }),
    department: t.exposeString('department', { nullable: true }),
    lastLoginAt: t.expose('lastLoginAt', { type: 'DateTime', nullable: true }),
    twoStepEnabledAt: t.expose('twoStepEnabledAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Since when signing in takes a code; null if it does not.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    version: t.exposeInt('version', { description: 'Rises with every change by an admin.' }),
  }),
})

export const AssigneeType = builder.objectRef<Assignee>('Assignee').implement({
  fields: (t) => ({ id: t.exposeID('id'), name: t.exposeString('name') }),
})

builder.queryField('assignees', (t) =>
  t.field({
    type: [AssigneeType],
    description: 'Active admins and managers.',
    resolve: (_root, _args, ctx) => listAssignees(ctx),
  }),
)

/** Whoever is changed keeps what is not given; a new user needs the first three, and has no version yet. */
const userInput = (name: string, required: boolean) =>
  builder.inputType(name, {
    fields: (t) => ({
      ...(!required && {
        version: t.int({ description: 'That the change is based on. With another one: CONFLICT.' }),
        leadsTo: t.id({
          description: 'Who takes their leads when they are no longer active staff; nobody without one.',
        }),
      }),
      name: t.string({ required }),
      email: t.string({ required }),
      password: t.string({ required }),
      role: t.field({ type: RoleEnum }),
      status: t.field({ type: UserStatusEnum }),
      phone: t.string(),
      department: t.string(),
    }),
  })
const CreateUserInput = userInput('CreateUserInput', true)
const InviteUserInput = builder.inputType('InviteUserInput', {
  fields: (t) => ({
    name: t.string({ required: true }),
    email: t.string({ required: true }),
    role: t.field({ type: RoleEnum }),
    phone: t.string(),
    department: t.string(),
  }),
})
const UpdateUserInput = userInput('UpdateUserInput', false)

const UserWorkType = builder.objectRef<UserWork>('UserWork').implement({
  description: 'What waits with a colleague.',
  fields: (t) => ({
    leads: t.exposeInt('leads', { description: 'Assigned to them.' }),
    followUps: t.exposeInt('followUps', { description: 'Of these leads.' }),
    savedViews: t.exposeInt('savedViews', { description: 'Deleted with the account.' }),
  }),
})

builder.queryField('userWork', (t) =>
  t.field({
    type: UserWorkType,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => userWork(ctx, id),
  }),
)

builder.queryField('users', (t) =>
  t.field({
    type: [UserType],
    args: {
      search: t.arg.string({ description: 'Part of a name, email or department.' }),
      role: t.arg({ type: RoleEnum }),
      status: t.arg({ type: UserStatusEnum }),
    },
    resolve: (_root, args, ctx) => listUsers(ctx, args),
  }),
)

builder.mutationFields((t) => ({
  createUser: t.field({
    type: UserType,
    args: { input: t.arg({ type: CreateUserInput, required: true }) },
    resolve: (_root, { input }, ctx) => createUser(ctx, input),
  }),
  inviteUser: t.field({
    type: UserType,
    description: 'Makes a pending user and emails a link with which the person chooses the password.',
    args: { input: t.arg({ type: InviteUserInput, required: true }) },
    resolve: (_root, { input }, ctx) => inviteUser(ctx, input),
  }),
  sendInvitation: t.field({
    type: UserType,
    description: 'Emails a pending user another link.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => sendInvitation(ctx, id),
  }),
  updateUser: t.field({
    type: UserType,
    args: { id: t.arg.id({ required: true }), input: t.arg({ type: UpdateUserInput, required: true }) },
    resolve: (_root, { id, input }, ctx) => updateUser(ctx, id, input),
  }),
  resetTwoStep: t.field({
    type: UserType,
    description: 'Turns the two-step sign-in of somebody else off, and ends every session of that person.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => resetTwoStep(ctx, id),
  }),
  deleteUser: t.boolean({
    args: {
      id: t.arg.id({ required: true }),
      leadsTo: t.arg.id({ description: 'The colleague who takes their leads; nobody without one.' }),
    },
    resolve: (_root, { id, leadsTo }, ctx) => deleteUser(ctx, id, leadsTo).then(() => true),
  }),
}))
