import { inTurn } from '@kerbside/schema/operation/one-at-a-time'
import type { SimpleParserOptions } from 'mailparser'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'

/** What a delivery status notification (RFC 3464) says of its recipient. */
export type DeliveryReport = {
  /** `failed`: given up. `delayed`: tried on. */
  action: 'failed' | 'delayed'
  /** Like 5.1.1 (RFC 3463). */
  status: string
  reason: string
}

/** Milliseconds for one report. What its headers may hold takes a second at most, and a busy machine several. */
const usualLimitMs = 10_000

// Reading headers takes longest by far. A report has three parts (RFC 3464), or a few more after a mailing list's.
const options: SimpleParserOptions = {
  /** Bytes of the header of one part: as many as sendmail takes of a whole message unless told otherwise. */
  maxHeadSize: 32_768,
  maxChildNodes: 10,
  ignoreEmbedded: true,
  keepDeliveryStatus: true,
  skipHtmlToText: true,
  skipTextToHtml: true,
  skipTextLinks: true,
  skipImageLinks: true,
}

/** How much of the part with the status is looked at. It is about one recipient, because each of our emails has one. */
const maxStatusBytes = 16_384

/** Answers each report with the part that has the status. A text, because it is the same from source and in the bundle. */
const reader = `
const { workerData, parentPort } = require('node:worker_threads')
const { simpleParser } = require(workerData.parser)
parentPort.on('message', async (report) => {
  const { attachments } = await simpleParser(Buffer.from(report), workerData.options)
  const part = attachments.find(({ contentType }) => contentType === 'message/delivery-status')
  parentPort.postMessage(part ? part.content.subarray(0, workerData.maxStatusBytes).toString() : '')
})
`

/**
 * Null when it is none, or says neither that the email failed nor that it is delayed. Rejects what is no email, has too
 * long headers or too many parts, or takes too long. Anybody may write a report, so that none is read in the thread that
 * sends emails, and not several at a time.
 */
export async function readReport(message: Buffer, limitMs = usualLimitMs): Promise<DeliveryReport | null> {
  const status = await oneAtATime(() => inThread(message, limitMs))
  const reports = status.split(/\r?\n[ \t]*\r?\n/).map(reportOf)
  return reports.find((report) => report?.action === 'failed') ?? reports.find(Boolean) ?? null
}

const oneAtATime = inTurn()
let thread: Worker | null = null

/** What cannot be read ends the thread, and the next report gets another. */
async function inThread(report: Buffer, limitMs: number): Promise<string> {
  const current = (thread ??= startThread())
  try {
    const answer = once(current, 'message', { signal: AbortSignal.timeout(limitMs) })
    current.postMessage(report)
    const [status] = (await answer) as [string]
    return status
  } catch (error) {
    await current.terminate()
    const isLate = error instanceof Error && error.name === 'AbortError'
    throw isLate ? new Error(`The report was not read within ${limitMs} milliseconds`) : error
  }
}

function startThread(): Worker {
  const parser = createRequire(import.meta.url).resolve('mailparser')
  const started = new Worker(reader, {
    eval: true,
    workerData: { parser, options, maxStatusBytes },
    resourceLimits: { maxOldGenerationSizeMb: 128 },
  })
  started.on('error', () => {}) // whoever waits for its answer hears of it
  started.on('exit', () => (thread = null))
  started.unref()
  return started
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
