import { noTracing, type Tracing } from './tracing.ts'

type TracingConfig = { OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined }

/** Nothing of OpenTelemetry is loaded where no collector is named. */
export async function openTracing(
  { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }: TracingConfig,
  service: 'api' | 'worker',
): Promise<Tracing> {
  if (endpoint === undefined) return noTracing
  const { createTracing } = await import('./open-telemetry.ts')
  return createTracing(endpoint, service)
}
