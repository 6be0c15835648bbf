import { hash } from 'node:crypto'
import type { Estimate } from './estimate.ts'

type Sealed = Omit<Estimate, 'sha256' | 'changes' | 'enteredBy'>

/** SHA-256 of a price as it was sent, by which a PDF and an agreement name just this version. */
export const digestOf = (estimate: Sealed): string => hash('sha256', JSON.stringify(sorted(estimate)), 'hex')

/** The same value with its keys in order, so that the digest does not depend on how it was put together or stored. */
function sorted(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, each]) => each !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, each]) => [key, sorted(each)]),
  )
}
