const hour = 3_600_000

/** Homeowners are promised an answer within so many hours of their request. */
export const promiseHours = 2

export type Promised = { kind: 'kept' } | { kind: 'due'; minutesLeft: number } | { kind: 'broken'; since: Date }

type Waiting = { status: string; createdAt: string; offers: readonly { state: string }[] }

/** Kept once a person has contacted the homeowner or a firm has accepted. */
export function promiseOf(lead: Waiting, now = new Date()): Promised {
  if (lead.status !== 'NEW' || lead.offers.some(({ state }) => state === 'ACCEPTED')) return { kind: 'kept' }
  const due = new Date(new Date(lead.createdAt).getTime() + promiseHours * hour)
  if (due <= now) return { kind: 'broken', since: due }
  return { kind: 'due', minutesLeft: Math.ceil((due.getTime() - now.getTime()) / 60_000) }
}
