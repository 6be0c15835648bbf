import { auditActionLabels, auditSubjectLabels, type AuditEntry } from '@kerbside/schema/audit/audit'
import { AuditFilter } from '@kerbside/schema/audit/audit-filter'
import { csvLines, csvMoment, type CsvColumn } from '@kerbside/schema/csv'
import { AppError } from '@kerbside/schema/errors'
import { londonDay } from '@kerbside/schema/london-time'
import { requireCan } from '@kerbside/schema/users/user'
import { findPermitted } from '@kerbside/schema/users/user.model'
import { parse } from '@kerbside/schema/validate'
import { ReadableStream as WebStream } from 'node:stream/web'
import type { Context } from '../deps.ts'
import { allEntries } from './audit.service.ts'
import { filterText, recordAudit } from './record-audit.ts'

const linkMinutes = 5

/** The signed address of a file with what the filter leaves. */
export async function auditExportUrl(ctx: Context, input: unknown): Promise<string> {
  requireCan(ctx.viewer, 'audit:read')
  const filter = JSON.stringify(parse(AuditFilter, input ?? {}))
  const expiresAt = new Date(ctx.now().getTime() + linkMinutes * 60_000)
  return `/api/audit/${await ctx.links.sign({ purpose: 'audit', userId: ctx.viewer.id, filter }, expiresAt)}`
}

const columns: readonly CsvColumn<AuditEntry>[] = [
  { heading: 'When', read: ({ at }) => csvMoment(at) },
  { heading: 'Who', read: ({ by }) => by?.name ?? null },
  { heading: 'User id', read: ({ by }) => by?.id ?? null },
  { heading: 'Action', read: ({ action }) => auditActionLabels[action] },
  { heading: 'Kind', read: ({ subject }) => auditSubjectLabels[subject.kind] },
  { heading: 'Subject', read: ({ subject }) => subject.label },
  { heading: 'Subject id', read: ({ subject }) => subject.id },
  { heading: 'Details', read: ({ details }) => details },
]

const notFound = () => new AppError('NOT_FOUND', 'There is no such export. Start it again from the audit trail.')

/** The file behind a signed link, for as long as the person who asked for it may still see the trail. */
export async function openAuditExport(ctx: Context, token: string) {
  const signed = await ctx.links.read('audit', token)
  if (!signed) throw notFound()
  const { userId } = signed.link
  const person = await findPermitted(userId, 'audit:read', ctx.settings())
  if (!person) throw notFound()
  if (signed.expiresAt <= ctx.now()) {
    throw new AppError('GONE', 'This address has run out. Start the export again from the audit trail.')
  }
  const filter = JSON.parse(signed.link.filter) as AuditFilter
  const now = ctx.now()
  await recordAudit(ctx, {
    action: 'audit.exported',
    subject: { kind: 'export', id: userId, label: 'Audit trail' },
    details: filterText(filter),
    by: { id: userId, name: person.name },
  })
  return {
    fileName: `kerbside-audit-${londonDay(now)}.csv`,
    body: WebStream.from(csvParts({ ...filter, to: filter.to ?? now })) as ReadableStream<Uint8Array>,
  }
}

async function* csvParts(filter: AuditFilter): AsyncGenerator<Uint8Array> {
  let isFirst = true
  for await (const entries of allEntries(filter)) {
    yield csvLines(columns, entries, { isFirst })
    isFirst = false
  }
}
