import { AppError } from '../errors.ts'

/** Role ids (docs/specification.md, 8.1). */
export const roleIds = { admin: 1, manager: 2, user: 3 } as const
export type Role = keyof typeof roleIds
export const roles = Object.keys(roleIds) as Role[]

/** Any id that is not known is an ordinary user (docs/specification.md, 8.1). */
export const roleOf = (roleId: unknown): Role => roles.find((role) => roleIds[role] === Number(roleId)) ?? 'user'

export const userStatuses = ['active', 'inactive', 'pending'] as const
export type UserStatus = (typeof userStatuses)[number]

/** Whether a lead can be given to this person. */
export const isActiveStaff = ({ status, role }: { status: UserStatus; role: Role }): boolean =>
  status === 'active' && role !== 'user'

export type User = {
  id: string
  name: string
  email: string
  role: Role
  status: UserStatus
  phone: string | null
  department: string | null
  lastLoginAt: Date | null
  /** Null while signing in takes the password alone. */
  twoStepEnabledAt: Date | null
  createdAt: Date
  /** Rises with every change by an admin: whoever saves on an older one is told. */
  version: number
}

/**
 * What permissions are computed from. `lacksTwoStep`: an admin who must set up two-step sign-in before anything else. A
 * stored account is none, because it does not tell what the settings ask for: `accountMay`.
 */
type Permitted = { role: Role; lacksTwoStep?: boolean; twoStepEnabledAt?: never }

/** The signed-in person of a request, null for anybody else; `sessionId` is the session of the request. */
export type Viewer = (Permitted & { id: string; name: string; email: string; sessionId: string }) | null

// The one table of permissions (docs/specification.md, 8.1).
// oxfmt-ignore
const managerMay = [
  'lead:read', 'lead:edit', 'lead:export', 'delivery:read', 'delivery:retry', 'contractor:read', 'activity:read',
  'schema:read',
] as const
// oxfmt-ignore
const adminMay = [
  ...managerMay, 'lead:delete', 'lead:import', 'held-quote:decide', 'user:manage', 'contractor:edit', 'page:edit',
  'image:upload', 'image:edit', 'settings:manage', 'email:edit', 'queue:manage', 'audit:read',
] as const

export type Action = (typeof adminMay)[number]

const allowed: Record<Role, readonly Action[]> = { admin: adminMay, manager: managerMay, user: [] }

/** Whether a person may do something: services enforce it, and screens hide what it forbids. */
export const can = (viewer: Permitted | null, action: Action): boolean =>
  viewer !== null && viewer.lacksTwoStep !== true && allowed[viewer.role].includes(action)

/** Whether the settings make this person set up two-step sign-in first (docs/specification.md, 8.7). */
export const lacksTwoStep = (
  { role, twoStepEnabledAt }: { role: Role; twoStepEnabledAt?: Date | null },
  { twoStepForAdmins }: { twoStepForAdmins: boolean },
): boolean => twoStepForAdmins && role === 'admin' && !twoStepEnabledAt

export function requireSignedIn(viewer: Viewer): asserts viewer is NonNullable<Viewer> {
  if (viewer === null) throw new AppError('UNAUTHENTICATED', 'Please sign in.')
}

/** The first line of every service that not everybody may use. */
export function requireCan(viewer: Viewer, action: Action): asserts viewer is NonNullable<Viewer> {
  requireSignedIn(viewer)
  if (viewer.lacksTwoStep) throw new AppError('FORBIDDEN', 'Set up two-step sign-in first: admins need it.')
  if (!can(viewer, action)) throw new AppError('FORBIDDEN', 'Your role may not do that.')
}

/** Whether a stored account may do something: behind a signed link, in a job, or as the recipient of an email. */
export const accountMay = (
  user: Pick<User, 'role' | 'status'> & { twoStepEnabledAt?: Date | null },
  action: Action,
  settings: { twoStepForAdmins: boolean },
): boolean => user.status === 'active' && can({ role: user.role, lacksTwoStep: lacksTwoStep(user, settings) }, action)

/** Where signing in leads (docs/specification.md, 8.2). */
export const homePathOf: Record<Role, string> = { admin: '/admin', manager: '/manager', user: '/' }

/** Hours for which the link of such an email sets a password. */
export const passwordLinkHours = { invitation: 7 * 24, 'password-reset': 1 } as const

/** In characters; the maximum keeps hashing cheap. */
export const passwordLength = { min: 10, max: 128 } as const
