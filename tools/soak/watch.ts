import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { metricsOf } from '../bench/servers.ts'
import type { Limit, Series } from './slopes.ts'

/** What is read of each process, its name at `/metrics`, and how much of that is one of its unit. */
const processFigures = {
  memory: { metric: 'process_resident_memory_bytes', each: 1e6, limit: { share: 0.25, least: 40, unit: 'MB' } },
  'event loop p99': {
    metric: 'nodejs_eventloop_lag_p99_seconds',
    each: 1e-3,
    limit: { share: 1, least: 100, unit: 'ms' },
  },
  'open handles': { metric: 'nodejs_active_handles_total', each: 1, limit: { share: 0.25, least: 30, unit: '' } },
} as const

const backlogLimit: Limit = { share: 0.5, least: 50, unit: 'leads and emails' }

async function readProcess(url: string): Promise<number[]> {
  const figures = Object.values(processFigures)
  const values = await metricsOf(
    url,
    figures.map(({ metric }) => metric),
  )
  return figures.map(({ each }, index) => (values[index] ?? Number.NaN) / each)
}

const readBacklog = async () =>
  (await LeadModel.countDocuments({ 'outbox.0': { $exists: true } })) +
  (await DeliveryModel.countDocuments({ state: { $in: ['queued', 'sending'] } }))

/** Reads figures of processes that are never restarted, and of all work that waits. `read` gives a line to print. */
export function watchProcesses(processes: Readonly<Record<string, string>>) {
  const series = new Map<string, Series>()
  const note = (name: string, limit: Limit, value: number) => {
    const known = series.get(name) ?? { name, values: [], limit }
    known.values.push(value)
    series.set(name, known)
    return Math.round(value)
  }
  return {
    series: () => [...series.values()],
    async read(): Promise<string> {
      const parts: string[] = []
      for (const [name, url] of Object.entries(processes)) {
        const values = await readProcess(url)
        const told = Object.entries(processFigures).map(([figure, { limit }], index) => {
          const value = note(`${figure} of the ${name}`, limit, values[index] ?? Number.NaN)
          return `${value} ${limit.unit || figure}`
        })
        parts.push(`${name} ${told.join(', ')}`)
      }
      return [...parts, `backlog ${note('backlog', backlogLimit, await readBacklog())}`].join('; ')
    },
  }
}
