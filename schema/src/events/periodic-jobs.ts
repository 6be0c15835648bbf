import { z } from 'zod'

const seconds = 1_000
const minutes = 60 * seconds
const hours = 60 * minutes

/** Work that is due by the clock, each with its interval in milliseconds. One worker of all does it each time. */
export const periodicJobs = {
  'promises.alert': 30 * seconds,
  'promises.measure': hours,
  'prices.remind': 10 * minutes,
  'exports.clear': minutes,
  'imports.clear': minutes,
  'evidence.remind': 10 * minutes,
  'evidence.clear': hours,
  'held-quotes.clear': hours,
  'addresses.hash': hours,
  'leads.clear': hours,
  'audit.clear': hours,
  'quote-files.clear': hours,
  'photos.clear': hours,
  'images.clear': hours,
} as const satisfies Record<string, number>

export type PeriodicJobName = keyof typeof periodicJobs
export const periodicJobNames = Object.keys(periodicJobs) as PeriodicJobName[]

const periodicJob = { queue: 'periodic', data: z.strictObject({}) } as const

/** The rows of these jobs in the table of all jobs. */
export const periodicJobRows = Object.fromEntries(periodicJobNames.map((name) => [name, periodicJob])) as Record<
  PeriodicJobName,
  typeof periodicJob
>
