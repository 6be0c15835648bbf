import type { Lead } from '@kerbside/schema/leads/lead'

const jobs: Record<string, string> = {
  driveways: 'driveway job',
  extensions: 'home extension',
  'coach-hire': 'coach hire',
}

/** What a lead is called in a sentence. */
export const jobName = (lead: Pick<Lead, 'trade'>) => jobs[lead.trade] ?? 'job'

/**
 * By name only when the name is one word, with one hyphen or apostrophe at most: the mail may go to a stranger, and
 * neither a sentence nor a web address fits into that. Names in two words lose their greeting, which is the lesser harm.
 */
export const greeting = (firstName: string) =>
  /^(?=.{1,20}$)\p{L}[\p{L}\p{M}]*(?:['’-]\p{L}[\p{L}\p{M}]*)?$/u.test(firstName) ? `Hello ${firstName},` : 'Hello,'
