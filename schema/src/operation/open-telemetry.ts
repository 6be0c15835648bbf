import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Context, type Span as OpenSpan } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Span, Tracing } from './tracing.ts'

/**
 * Spans go to `<endpoint>/v1/traces` as JSON, some seconds later and many at a time. While the collector is away they are
 * dropped; nothing waits for it. Imported only by `openTracing`, because it is large.
 */
export function createTracing(endpoint: string, service: string): Tracing {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces`, timeoutMillis: 5_000 })
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': `kerbside-${service}` }),
    spanProcessors: [new BatchSpanProcessor(exporter, { scheduledDelayMillis: 2_000 })],
  })
  const tracer = provider.getTracer('kerbside')
  const running = new AsyncLocalStorage<OpenSpan>()
  const start = ({ name, kind, parent, attributes = {} }: Span, startTime?: Date) =>
    tracer.startSpan(
      name,
      { kind: kind ? kinds[kind] : SpanKind.INTERNAL, attributes, ...(startTime && { startTime }) },
      contextOf(parent) ?? contextOfSpan(running.getStore()),
    )
  return {
    async run(span, work) {
      const opened = start(span)
      try {
        return await running.run(opened, () => work((attributes) => opened.setAttributes(attributes)))
      } catch (error) {
        // Its message may quote what a homeowner typed.
        opened.setAttribute('error.type', error instanceof Error ? error.name : typeof error)
        opened.setStatus({ code: SpanStatusCode.ERROR })
        throw error
      } finally {
        opened.end()
      }
    },
    mark: (span, startedAt) => start(span, startedAt).end(),
    traceparent() {
      const span = running.getStore()?.spanContext()
      return span && `00-${span.traceId}-${span.spanId}-0${span.traceFlags}`
    },
    // What the collector does not take by now is lost, and stopping goes on.
    close: () => provider.shutdown().catch(() => {}),
  }
}

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
} as const

function contextOf(traceparent: string | null | undefined): Context | null {
  const [, traceId, spanId, flags] = /^00-([\da-f]{32})-([\da-f]{16})-(\d\d)$/.exec(traceparent ?? '') ?? []
  if (!traceId || !spanId || !flags) return null
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: Number(flags) & 1, isRemote: true })
}

const contextOfSpan = (span: OpenSpan | undefined) => (span ? trace.setSpan(ROOT_CONTEXT, span) : ROOT_CONTEXT)
