import type { Role, UserStatus } from '@kerbside/schema/users/user'
import type { ToneLabel } from '../ui/tone-chip.tsx'
import type { ListedUser, UserValues, UserWork } from './users.queries.ts'

export const roleLabels: Record<Role, ToneLabel> = {
  admin: { label: 'Admin', tone: 'green' },
  manager: { label: 'Manager', tone: 'blue' },
  user: { label: 'User', tone: 'slate' },
}
export const userStatusLabels: Record<UserStatus, ToneLabel> = {
  active: { label: 'Active', tone: 'green' },
  inactive: { label: 'Inactive', tone: 'slate' },
  pending: { label: 'Pending', tone: 'amber' },
}

/** Names the person, and what becomes of whoever is signed in with the account. */
export function userDeletionText({ name, email }: ListedUser, isOwn: boolean): string {
  return isOwn
    ? 'This is your own account. You are signed out at once and cannot sign in again. This cannot be undone.'
    : `Delete the account of ${name} (${email})? They are signed out at once on every device. This cannot be undone.`
}

/** 'Ada has 12 leads, 3 follow-ups and 2 saved views.' */
export function workText(name: string, { leads, followUps, savedViews }: UserWork): string {
  const count = (number: number, what: string) => `${number.toLocaleString('en-GB')} ${what}${number === 1 ? '' : 's'}`
  const parts = [
    count(leads, 'lead'),
    ...(followUps > 0 ? [count(followUps, 'follow-up')] : []),
    ...(savedViews > 0 ? [count(savedViews, 'saved view')] : []),
  ]
  return `${name} has ${listed(parts)}.`
}

const listed = (parts: readonly string[]) =>
  parts.length === 1 ? parts[0] : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`

export const signsOut = 'saving signs you out at once on every device'

/** What saving does to the sessions of the person (docs/specification.md, 8.3); null if nothing. */
export function sessionWarning(
  user: ListedUser,
  { role, status, password }: UserValues,
  isOwn: boolean,
): string | null {
  const losesAdmin = isOwn && role !== 'admin' && role !== user.role
  if (status === user.status && password === '')
    return losesAdmin ? 'This is your own account: you can no longer manage users.' : null
  if (!isOwn) return `Saving signs ${user.name} out at once on every device.`
  const start = `This is your own account: ${signsOut}`
  if (status !== 'active') return `${start}, and you cannot sign in until another admin makes it active again.`
  if (losesAdmin) return `${start}, and you can no longer manage users.`
  return password === '' ? `${start}.` : `${start}. Sign in again with the new password.`
}
