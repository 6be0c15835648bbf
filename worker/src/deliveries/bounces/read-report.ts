import { simpleParser } from 'mailparser'

/** What a delivery status notification (RFC 3464) says of its recipient. */
export type DeliveryReport = {
  /** `failed`: given up. `delayed`: tried on. */
  action: 'failed' | 'delayed'
  /** Like 5.1.1 (RFC 3463). */
  status: string
  reason: string
}

/** Null when it is none, or says neither that the email failed nor that it is delayed. */
export async function readReport(message: Buffer): Promise<DeliveryReport | null> {
  const { attachments } = await simpleParser(message, {
    keepDeliveryStatus: true,
    skipHtmlToText: true,
    skipTextToHtml: true,
    skipTextLinks: true,
    skipImageLinks: true,
  })
  const part = attachments.find(({ contentType }) => contentType === 'message/delivery-status')
  if (!part) return null
  const reports = part.content
    .subarray(0, 65_536)
    .toString('utf8')
    .split(/\r?\n[ \t]*\r?\n/)
    .map(reportOf)
  return reports.find((report) => report?.action === 'failed') ?? reports.find(Boolean) ?? null
}

/** Of the fields about one recipient. */
function reportOf(fields: string): DeliveryReport | null {
  const unfolded = fields.replace(/\r?\n[ \t]+/g, ' ')
  const valueOf = (name: string) => new RegExp(`^${name}:[ \\t]*(.*)$`, 'im').exec(unfolded)?.[1]?.trim() ?? ''
  const action = valueOf('Action').toLowerCase()
  const [status] = /^[45]\.\d{1,3}\.\d{1,3}\b/.exec(valueOf('Status')) ?? []
  if (!status || (action !== 'failed' && action !== 'delayed')) return null
  return { action, status, reason: valueOf('Diagnostic-Code').replace(/^smtp;\s*/i, '') }
}
