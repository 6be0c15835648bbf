import { aContractor } from '@kerbside/schema/testing/factories'
import { databaseUri, newRedisPrefix, useDatabase } from '@kerbside/schema/testing/database'
import { ContractorModel } from '@kerbside/schema/contractors/contractor.model'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startMailSink } from '../../worker/src/testing/mail-sink.ts'
import { testSecret, until } from '../../worker/src/testing/test-worker.ts'
import { startWorkerProcess } from '../../worker/src/testing/worker-process.ts'
import { restAnswers } from '../../graphql-api/src/testing/quotes.ts'
import { anyFreePort } from '../services/ports.ts'
import { removeKeys, startApi } from './api-process.ts'

useDatabase()

type Attribute = { key: string; value: Record<string, unknown> }
type Span = { traceId: string; spanId: string; parentSpanId?: string; name: string; attributes: Attribute[] }
type Export = {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: Span[] }[] }[]
}
type Received = Span & { service: unknown }

/** A collector of OpenTelemetry that keeps what it is sent. */
async function startCollector() {
  const [spans, bodies]: [Received[], string[]] = [[], []]
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      bodies.push(body)
      for (const { resource, scopeSpans } of (JSON.parse(body) as Export).resourceSpans) {
        const service = resource.attributes.find(({ key }) => key === 'service.name')?.value['stringValue']
        spans.push(...scopeSpans.flatMap((scope) => scope.spans.map((span) => ({ ...span, service }))))
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stop = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { spans, bodies, stop, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

test('a quote is one trace, from its submit at the api to the mail server’s answer at the worker, without personal data', async () => {
  const [collector, sink, prefix] = [await startCollector(), await startMailSink(), newRedisPrefix()]
  await ContractorModel.create(aContractor('Acme'))
  const url = `http://127.0.0.1:${await anyFreePort()}`
  const shared = { REDIS_PREFIX: prefix, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, LOG_LEVEL: 'debug' }
  const api = startApi('SIGTERM', { ...shared, PORT: new URL(url).port, MONGODB_URI: databaseUri() })
  const worker = startWorkerProcess({ ...shared, SMTP_URL: sink.url, JWT_SECRET: testSecret })
  onTestFinished(async () => {
    await api.stop()
    await worker.kill()
    await Promise.all([collector.stop(), sink.stop(), removeKeys(prefix)])
  })
  await until(async () => (await fetch(`${url}/readyz`).catch(() => null))?.status === 200)
  const answers = restAnswers()
  const submissionId = crypto.randomUUID()
  const requestId = `request-${submissionId}`
  const submitted = await fetch(`${url}/api/quote`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-request-id': requestId },
    body: JSON.stringify({ submission_id: submissionId, ...answers }),
  })
  expect(submitted.status).toBe(201)
  // The confirmation and the firm's offer.
  const sent = () => collector.spans.filter(({ name }) => name === 'smtp send')
  await until(() => sent().length === 2)
  await until(() => collector.spans.some(({ name }) => name === 'submit quote'))

  const first = collector.spans.find(({ name }) => name === 'submit quote')
  const trace = collector.spans.filter(({ traceId }) => traceId === first?.traceId)
  const names = trace.map(({ service, name }) => `${String(service)}: ${name}`)
  // On a slow machine the relay queues the event as well, before its job is done.
  const expected = names.filter((name) => name !== 'kerbside-worker: relay event')
  expect([...new Set(expected)].toSorted()).toEqual([
    'kerbside-api: publish event',
    'kerbside-api: submit quote',
    'kerbside-worker: delivery.send',
    'kerbside-worker: lead.submitted',
    'kerbside-worker: offer lead',
    'kerbside-worker: smtp send',
  ])
  const valueOf = (span: Span | undefined, name: string) => span?.attributes.find(({ key }) => key === name)?.value
  expect(valueOf(first, 'kerbside.submission_id')).toEqual({ stringValue: submissionId })
  expect(sent().map((span) => valueOf(span, 'smtp.status_code'))).toEqual([{ intValue: 250 }, { intValue: 250 }])
  // Each but the first was caused by another one of the trace.
  const ids = new Set(trace.map(({ spanId }) => spanId))
  expect(trace.filter(({ parentSpanId }) => !ids.has(parentSpanId ?? ''))).toEqual([first])

  const all = collector.bodies.join('').toLowerCase()
  const { first_name, last_name, email, mobile, postcode, additional_info } = answers
  for (const value of [first_name, last_name, email, mobile.slice(-6), postcode, additional_info, 'acme']) {
    expect(all).not.toContain(value.toLowerCase())
  }
  const lines = worker.output().split('\n')
  const ofRequest = lines.filter((line) => line.includes(`"requestId":"${requestId}"`)).join('\n')
  expect(ofRequest).toContain('lead.submitted')
  expect(ofRequest).toContain('delivery.send')
})
