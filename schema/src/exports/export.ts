import type { JobRequest } from '../events/event.jobs.ts'

/** `stopped`: by an admin, or because the person may not export any more. */
export const exportStates = ['waiting', 'writing', 'ready', 'stopped', 'failed'] as const
export type ExportState = (typeof exportStates)[number]

/** A file of leads that somebody has asked for. */
export type LeadExport = {
  id: string
  state: ExportState
  /** Leads written so far. */
  written: number
  /** Leads that will be in the file; null while that is not known. */
  total: number | null
  /** Until when the file can be downloaded. */
  expiresAt: Date
}

const exportHours = 1
/** When a file of leads is deleted that was asked for, or made ready, at this moment; downloaded or not. */
export const exportEnd = (at: Date): Date => new Date(at.getTime() + exportHours * 3_600_000)

/** How many files one person can have in preparation at once. */
export const maximumExports = 3

export const exportJob = (id: string): JobRequest => ({
  name: 'leads.export',
  data: { exportId: id },
  jobId: `export-${id}`,
})
