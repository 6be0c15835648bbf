import { auditActionLabels, auditSubjectLabels, type AuditEntry } from '@kerbside/schema/audit/audit'
import { AuditFilter } from '@kerbside/schema/audit/audit-filter'
import { csvLines, csvMoment, type CsvColumn } from '@kerbside/schema/csv'
import { londonDay } from '@kerbside/schema/time/london-time'
import { requireCan } from '@kerbside/schema/users/user'
import { parse } from '@kerbside/schema/validate'
import { ReadableStream as WebStream } from 'node:stream/web'
import type { Context } from '../deps.ts'
import { csvType } from '../http/route.ts'
import { allEntries } from './audit.service.ts'
import { filterText, recordAudit } from './record-audit.ts'
import { signedDownload } from './signed-download.ts'

const download = signedDownload({
  purpose: 'audit',
  path: 'audit',
  action: 'audit:read',
  notFound: 'There is no such export. Start it again from the audit trail.',
  gone: 'This address has run out. Start the export again from the audit trail.',
})

/** The signed address of a file with what the filter leaves. */
export async function auditExportUrl(ctx: Context, input: unknown): Promise<string> {
  requireCan(ctx.viewer, 'audit:read')
  return download.address(ctx, { filter: JSON.stringify(parse(AuditFilter, input ?? {})) })
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

/** The file behind a signed address. */
export async function openAuditExport(ctx: Context, token: string) {
  const { link, by } = await download.open(ctx, token)
  const filter = JSON.parse(link.filter) as AuditFilter
  const now = ctx.now()
  await recordAudit(ctx, {
    action: 'audit.exported',
    subject: { kind: 'export', id: by.id, label: 'Audit trail' },
    details: filterText(filter),
    by,
  })
  return {
    type: csvType,
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
