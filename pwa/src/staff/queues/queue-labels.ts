import { deliveryLabel } from '@kerbside/schema/deliveries/delivery-kinds'
import type { JobName } from '@kerbside/schema/events/event.jobs'
import type { PeriodicJobName } from '@kerbside/schema/events/periodic-jobs'
import type { FailedJob, QueueName } from './queues.queries.ts'

type QueueLabel = {
  label: string
  does: string
  /** What becomes of a failed job when nobody decides. */
  failed: string
  /** What Discard means. */
  discard: string
}

export const queueLabels: Record<QueueName, QueueLabel> = {
  LEADS: {
    label: 'Leads and offers',
    does: 'Confirms new leads, offers them to firms, and acts on what firms decide.',
    failed: 'A failed job is also tried again by itself, about a minute later.',
    discard:
      'Its work is given up and nothing brings it back: emails and offers that it was to make are not made. What is wanted after all is done by hand on the lead.',
  },
  MAIL: {
    label: 'Emails',
    does: 'Sends the emails to homeowners, firms and users.',
    failed: 'These emails were given up. They go out only if somebody retries them.',
    discard: 'This email will never be sent.',
  },
  WEBHOOKS: {
    label: 'Webhooks',
    does: 'Tells firms’ own systems of the jobs that they accepted.',
    failed: 'These messages were given up; the emails went all the same. They go out only if somebody retries them.',
    discard: 'This message will never be sent.',
  },
  PUSH: {
    label: 'Notifications',
    does: 'Notifies the devices of staff of new leads, assignments, mentions and answers that are nearly due.',
    failed: 'These notifications were given up and are not sent again. The emails went all the same.',
    discard: 'It leaves this list.',
  },
  EXPORTS: {
    label: 'Files of leads',
    does: 'Writes the files that staff export.',
    failed: 'A file is written again only if somebody retries it. It leaves this list after an hour.',
    discard: 'This file is not written. Whoever needs it starts the export again.',
  },
  IMPORTS: {
    label: 'Imports of leads',
    does: 'Checks and imports the files of leads that admins send.',
    failed: 'A file is checked again only if somebody retries it. It leaves this list after a day.',
    discard: 'The file is deleted. What has been added from it stays; whoever needs the rest sends the file again.',
  },
  PERIODIC: {
    label: 'By the clock',
    does: 'Alerts managers about late leads, reminds admins, and deletes what is old. Delayed are its next runs.',
    failed: 'What fails is done again by itself when it is due the next time.',
    discard: 'It is left out this time.',
  },
}

const jobLabels: Record<Exclude<JobName, 'delivery.send' | 'webhook.send' | 'push.send' | PeriodicJobName>, string> = {
  'lead.submitted': 'New lead: confirmation and first offers',
  'lead.reopened': 'Reopened lead: offers for its free places',
  'lead.stopped': 'Stop by the homeowner: offers end, firms are told',
  'offer.made': 'Offer made by hand: its email',
  'offer.withdrawn': 'Withdrawn offer: its unsent email is dropped',
  'offer.accepted': 'Accepted offer: contact details for the firm',
  'offer.declined': 'Ended offer: its place goes to the next firm',
  'quote.sent': 'Sent quote: its email',
  'canary.submitted': 'Test lead of the system itself',
  'leads.export': 'File of leads',
  'leads.import': 'Import of a file',
}

export const formatCount = (count: number) => count.toLocaleString('en-GB')
export const failedJobsText = (count: number) => `${formatCount(count)} failed ${count === 1 ? 'job' : 'jobs'}`

/** Of a job that is a delivery, what is delivered. Another release can have left work that this one has no words for. */
export const workLabel = (work: string) =>
  deliveryLabel(work) ?? Object.entries(jobLabels).find(([known]) => known === work)?.[1] ?? work

/** 'Offer to a firm, KB-ABC234'. */
export const jobTitle = ({ work, reference, requestedBy }: Pick<FailedJob, 'work' | 'reference' | 'requestedBy'>) =>
  [workLabel(work), reference ?? requestedBy].filter(Boolean).join(', ')

/** Why a job has no Retry, and what to do instead. */
export function noRetryReason({ work, leadId }: Pick<FailedJob, 'work' | 'leadId'>): string {
  if (work === 'offer') return 'Its offer is closed. Offer the job again from the lead.'
  if (work === 'offer-digest') return 'Its offers are closed. Offer the jobs again from their leads.'
  if (work === 'webhook-ping') return 'Send another test from the firm.'
  if (work === 'email-test') return 'Send another test from the email.'
  if (work === 'push-test') return 'The person can send another test from the device.'
  if (work.startsWith('push-')) return 'It would come too late. What it tells of is on the lead.'
  return leadId === null ? 'Send a new one from User Management.' : 'Tell the colleague yourself.'
}
