import { roleOf, type Role } from '@kerbside/schema/users/user'
import { ToneChip, type Tone } from '../ui/tone-chip.tsx'
import type { UserStatus } from './users.queries.ts'

const roleWords: Record<Role, { label: string; tone: Tone }> = {
  admin: { label: 'Admin', tone: 'green' },
  manager: { label: 'Manager', tone: 'blue' },
  user: { label: 'User', tone: 'slate' },
}
const statusWords: Record<UserStatus, { label: string; tone: Tone }> = {
  active: { label: 'Active', tone: 'green' },
  inactive: { label: 'Inactive', tone: 'slate' },
  pending: { label: 'Pending', tone: 'amber' },
}

const choicesOf = <T extends string>(words: Record<T, { label: string }>) =>
  (Object.keys(words) as T[]).map((value) => ({ value, label: words[value].label }))

export const roleChoices = choicesOf(roleWords)
export const userStatusChoices = choicesOf(statusWords)

export const RoleChip = ({ roleId }: { roleId: number }) => <ToneChip {...roleWords[roleOf(roleId)]} />
export const UserStatusChip = ({ status }: { status: UserStatus }) => <ToneChip {...statusWords[status]} />
