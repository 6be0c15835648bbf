/** What a delivery status notification (RFC 3464) says of its recipient. */
export type DeliveryReport = {
  /** `failed`: given up. `delayed`: tried on. */
  action: 'failed' | 'delayed'
  /** Like 5.1.1 (RFC 3463). */
  status: string
  reason: string
}

/**
 * The part with the status, which RFC 3464 wants in plain text, and how much of it is looked at: it is about one recipient,
 * because each of our emails has one. Nothing else of a report is read, because anybody may write one.
 */
const statusPart = /^content-type:\s*message\/delivery-status\b[^]{0,16384}/im

/** Null when it is none, or says neither that the email failed nor that it is delayed. */
export function readReport(message: Buffer): DeliveryReport | null {
  const [status = ''] = statusPart.exec(message.toString())?.[0].split(/^--/m) ?? []
  const reports = status.split(/\r?\n[ \t]*\r?\n/).map(reportOf)
  return reports.find((report) => report?.action === 'failed') ?? reports.find(Boolean) ?? null
}

/** Reads the fields about one recipient. */
function reportOf(fields: string): DeliveryReport | null {
  const unfolded = fields.replace(/\r?\n[ \t]+/g, ' ')
  const valueOf = (name: string) => new RegExp(`^${name}:[ \\t]*(.*)$`, 'im').exec(unfolded)?.[1]?.trim() ?? ''
  const action = valueOf('Action').toLowerCase()
  const [status] = /^[45]\.\d{1,3}\.\d{1,3}\b/.exec(valueOf('Status')) ?? []
  if (!status || (action !== 'failed' && action !== 'delayed')) return null
  return { action, status, reason: valueOf('Diagnostic-Code').replace(/^smtp;\s*/i, '') }
}
