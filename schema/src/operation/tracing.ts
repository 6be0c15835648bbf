/** Never personal data: ids, names of jobs, codes. */
export type SpanAttributes = Record<string, string | number | boolean>

export type Span = {
  name: string
  kind?: 'server' | 'client' | 'producer' | 'consumer'
  /** W3C `traceparent` of what caused it, if that was elsewhere; otherwise the span that runs now. */
  parent?: string | null | undefined
  attributes?: SpanAttributes
}

/** Adds what is known only later. */
export type AddToSpan = (attributes: SpanAttributes) => void

/** Tells an OpenTelemetry collector what was done in which time. */
export type Tracing = {
  /** Runs the work in a span of its own. */
  run: <T>(span: Span, work: (add: AddToSpan) => Promise<T>) => Promise<T>
  /** A span that began then and ends now. */
  mark: (span: Span, startedAt: Date) => void
  /** W3C `traceparent` of the span that runs now, to be carried elsewhere. */
  traceparent: () => string | undefined
  /** Sends what is left. */
  close: () => Promise<void>
}

export const noTracing: Tracing = {
  run: (_span, work) => work(() => {}),
  mark: () => {},
  traceparent: () => undefined,
  close: async () => {},
}
