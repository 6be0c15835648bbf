import { Origin } from '@kerbside/schema/events/event.jobs'
import type { Job } from 'bullmq'
import type { Deps } from '../deps.ts'

/** Redis may hold jobs of another release, which have none. */
export const originOf = ({ data }: { data: unknown }): Origin => {
  const { origin }: { origin?: unknown } = typeof data === 'object' && data !== null ? data : {}
  return Origin.safeParse(origin).data ?? {}
}

/** Runs a job in the trace of what caused it, if that has one. */
export async function inTrace(deps: Deps, job: Pick<Job, 'name' | 'id' | 'data'>, work: (deps: Deps) => Promise<void>) {
  const { requestId, traceparent: parent } = originOf(job)
  if (requestId === undefined && parent === undefined) return work(deps)
  const own = carrying(deps, requestId)
  if (parent === undefined) return work(own)
  const attributes = { 'kerbside.job_id': job.id ?? '', ...(requestId && { 'kerbside.request_id': requestId }) }
  return deps.tracing.run({ name: job.name, kind: 'consumer', parent, attributes }, () => work(own))
}

/** The log names the request, jobs that this one queues carry it on, and sending an email is a span. */
function carrying(deps: Deps, requestId: string | undefined): Deps {
  const { tracing } = deps
  return {
    ...deps,
    log: requestId === undefined ? deps.log : deps.log.child({ requestId }),
    enqueueAll(requests) {
      const traceparent = tracing.traceparent()
      const origin = { ...(requestId && { requestId }), ...(traceparent && { traceparent }) }
      return deps.enqueueAll(requests.map((request) => ({ ...request, origin })))
    },
    sendEmail: (email, limits) =>
      tracing.run({ name: 'smtp send', kind: 'client' }, async (add) => {
        try {
          const answer = await deps.sendEmail(email, limits)
          add({ 'smtp.status_code': Number.parseInt(answer, 10) })
          return answer
        } catch (error) {
          const { responseCode } = error as { responseCode?: unknown }
          if (typeof responseCode === 'number') add({ 'smtp.status_code': responseCode })
          throw error
        }
      }),
  }
}
