/**
 * Who may call what, as the product promises it: written down here, never derived from the code. A new REST row or page
 * needs a row in `routes.ts`, a new GraphQL field one in `fields.ts`; `matrix.test.ts` calls each of them as each caller.
 */
export const callers = ['visitor', 'user', 'manager', 'admin', 'admin without two-step', 'ended session'] as const
export type Caller = (typeof callers)[number]

/** A number is the very status that is expected; `allowed` is any answer of a call that got past the permission. */
export type Expected = 'allowed' | 'not signed in' | 'not this role' | number
export type Access = Record<Caller, Expected>

const access = (visitor: Expected, user: Expected, manager: Expected, admin: Expected): Access => ({
  visitor,
  user,
  manager,
  admin,
  // The settings ask admins for two-step sign-in: without it they may no more than a user.
  'admin without two-step': user,
  'ended session': visitor,
})
export const anybody = access('allowed', 'allowed', 'allowed', 'allowed')
export const signedIn = access('not signed in', 'allowed', 'allowed', 'allowed')
export const staff = access('not signed in', 'not this role', 'allowed', 'allowed')
export const admins = access('not signed in', 'not this role', 'not this role', 'allowed')
export const always = (status: number) => access(status, status, status, status)

/** What the calls find in the database. */
export const known = {
  leadId: 1,
  userId: '65f000000000000000000001',
  pageId: '65f000000000000000000002',
  contractorId: '65f000000000000000000003',
  email: 'person@kerbside.test',
  password: 'a password of the matrix',
}
