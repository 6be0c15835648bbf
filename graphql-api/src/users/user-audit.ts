import { userSubject } from '@kerbside/schema/audit/audit'
import type { UserRecord } from '@kerbside/schema/users/user.model'
import { changedFields, type Audited } from '../audit/record-audit.ts'

/** What an admin changed of a user, for the audit trail. A password is an entry of its own. */
export function userChanges(
  before: UserRecord,
  { passwordHash, role, status, ...change }: Partial<UserRecord>,
  handedOver: string | null = null,
): Audited[] {
  const subject = userSubject(before)
  const details = [
    ...(role && role !== before.role ? [`role ${before.role} → ${role}`] : []),
    ...(status && status !== before.status ? [`status ${before.status} → ${status}`] : []),
    changedFields(before, change),
    handedOver,
  ]
    .filter(Boolean)
    .join('; ')
  return [
    ...(details === '' ? [] : [{ action: 'user.changed' as const, subject, details }]),
    ...(passwordHash === undefined ? [] : [{ action: 'user.password-changed' as const, subject }]),
  ]
}
