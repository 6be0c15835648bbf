import {
  auditActionLabels,
  auditActions,
  auditSubjectKinds,
  type AuditEntry,
  type AuditPerson,
  type AuditSubject,
} from '@kerbside/schema/audit/audit'
import type { AuditPage } from '@kerbside/schema/audit/audit-filter'
import { builder, enumValues, toConnection, totalCount } from '../graphql/builder.ts'
import { auditExportUrl } from './audit-export.service.ts'
import { auditCursorOf, listAudit, recentChanges } from './audit.service.ts'

const ActionEnum = builder.enumType('AuditAction', { values: enumValues(auditActions, auditActionLabels) })
const SubjectKindEnum = builder.enumType('AuditSubjectKind', { values: enumValues(auditSubjectKinds) })

const PersonType = builder.objectRef<AuditPerson>('AuditPerson').implement({
  fields: (t) => ({ id: t.exposeID('id'), name: t.exposeString('name', { description: 'At that time.' }) }),
})

const SubjectType = builder.objectRef<AuditSubject>('AuditSubject').implement({
  description: 'What something was done to. It may be gone since.',
  fields: (t) => ({
    kind: t.expose('kind', { type: SubjectKindEnum }),
    id: t.exposeID('id'),
    label: t.exposeString('label', { description: 'A lead’s reference, a name, a page’s url.' }),
  }),
})

const EntryType = builder.objectRef<AuditEntry>('AuditEntry').implement({
  description: 'Something that was done, and by whom.',
  fields: (t) => ({
    id: t.exposeID('id'),
    at: t.expose('at', { type: 'DateTime' }),
    by: t.expose('by', { type: PersonType, nullable: true, description: 'Null when it was nobody of the staff.' }),
    action: t.expose('action', { type: ActionEnum }),
    subject: t.expose('subject', { type: SubjectType }),
    details: t.exposeString('details', { nullable: true }),
  }),
})

const FilterInput = builder.inputType('AuditFilter', {
  fields: (t) => ({
    by: t.id({ description: 'A user’s id.' }),
    action: t.field({ type: ActionEnum }),
    kind: t.field({ type: SubjectKindEnum }),
    reference: t.string({ description: 'Of a lead or a held quote, whole.' }),
    from: t.field({ type: 'DateTime' }),
    to: t.field({ type: 'DateTime' }),
  }),
})

builder.queryFields((t) => ({
  auditTrail: t.connection(
    {
      type: EntryType,
      description: 'Who saw, changed, exported or shared what, newest first.',
      args: { filter: t.arg({ type: FilterInput }) },
      resolve: async (_root, args, ctx) => {
        const page = await listAudit(ctx, args)
        return { ...toConnection(page, auditCursorOf), totalIsCapped: page.totalIsCapped }
      },
    },
    {
      name: 'AuditConnection',
      fields: (c) => ({
        totalCount: c.int({ resolve: totalCount, description: 'Exact up to 10,000.' }),
        totalIsCapped: c.boolean({
          description: 'There are more than totalCount.',
          resolve: (connection) => (connection as unknown as Pick<AuditPage, 'totalIsCapped'>).totalIsCapped(),
        }),
      }),
    },
    { name: 'AuditEdge' },
  ),
  recentChanges: t.field({
    type: [EntryType],
    description: 'The latest ten entries of the audit trail that tell of a change, newest first.',
    resolve: (_root, _args, ctx) => recentChanges(ctx),
  }),
  auditExportUrl: t.string({
    description: 'A signed address of a CSV file with what the filter leaves; it works for five minutes.',
    args: { filter: t.arg({ type: FilterInput }) },
    resolve: (_root, { filter }, ctx) => auditExportUrl(ctx, filter),
  }),
}))
