import { z } from 'zod'
import { ListLimit, periodFilter, type ListPage } from '../lists.ts'
import { auditActions, auditSubjectKinds, type AuditEntry } from './audit.ts'

export const AuditFilter = z.strictObject({
  /** A user's id. */
  by: z
    .string()
    .regex(/^[\da-f]{24}$/i, 'Give a user’s id')
    .nullish(),
  action: z.enum(auditActions, 'This is not an action').nullish(),
  kind: z.enum(auditSubjectKinds, 'This is not a kind of subject').nullish(),
  /** The reference of a lead or a held quote. */
  reference: z.string().trim().toUpperCase().max(20, 'Give a reference, like KB-7F3K2M').nullish(),
  ...periodFilter,
})
export type AuditFilter = z.input<typeof AuditFilter>

export const AuditListInput = z.strictObject({
  filter: AuditFilter.nullish(),
  first: ListLimit.nullish(),
  after: z.string().nullish(),
  last: ListLimit.nullish(),
  before: z.string().nullish(),
})

export type AuditPage = ListPage<AuditEntry> & {
  /** Whether there are more than `total` says. */
  totalIsCapped: () => Promise<boolean>
}
