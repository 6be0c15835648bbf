import type { DeliveryKind } from '@kerbside/schema/deliveries/delivery'
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

const workLabels: Record<
  Exclude<JobName, 'delivery.send' | 'webhook.send' | 'push.send' | PeriodicJobName> | DeliveryKind,
  string
> = {
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
  confirmation: 'Confirmation to the homeowner',
  estimate: 'Price of a firm to the homeowner',
  'release-notice': 'Notice to a firm that its place was given away',
  'estimate-reminder': 'Reminder to a firm to send its price',
  'no-price-notice': 'Notice to the homeowner that a firm sent no price',
  'estimate-withdrawn': 'Notice to the homeowner that a price was withdrawn',
  'estimate-withdrawn-notice': 'Notice to a firm that its price was withdrawn',
  agreement: 'What the homeowner has chosen, to them',
  'estimate-agreed': 'Confirmation of the firm to the homeowner',
  'estimate-answer': 'Answer of a firm to the homeowner',
  'estimate-chosen': 'Choice of the homeowner to the firm',
  'choice-undone': 'Undone choice to the firm',
  'estimate-declined': 'Polite no to a firm',
  'estimate-question': 'Question of the homeowner to a firm',
  offer: 'Offer to a firm',
  'offer-digest': 'All offers of a day to a firm',
  'contact-details': 'Contact details to a firm',
  'accepted-notice': 'Notice to the homeowner that a firm accepted',
  quote: 'Quote to the homeowner',
  'follow-up': 'Follow-up to the homeowner',
  'stop-notice': 'Request to a firm to make no further contact',
  'erase-notice': 'Request to a firm to delete the details',
  'check-request': 'Question to the homeowner whether the request is right',
  'correction-notice': 'Corrected answers to a firm',
  'confirm-email': 'Request to the homeowner to confirm a new address',
  'new-link': 'New link for the homeowner to their request',
  'complaint-received': 'Acknowledgement of a complaint to the homeowner',
  complaint: 'Complaint of a homeowner to staff',
  invitation: 'Invitation to a user',
  'password-reset': 'Link to set a new password',
  'password-changed': 'Notice that a password was changed',
  'two-step-on': 'Notice that two-step sign-in was turned on',
  'two-step-off': 'Notice that two-step sign-in was turned off',
  'two-step-reset': 'Notice that two-step sign-in was reset',
  'evidence-expiry': 'Reminder to an admin that evidence of a firm expires',
  'webhook-accepted': 'Contact details to the webhook of a firm',
  'webhook-corrected': 'Corrected answers to the webhook of a firm',
  'webhook-withdrawn': 'Message to the webhook of a firm: no further contact',
  'webhook-erased': 'Message to the webhook of a firm: delete the details',
  'webhook-ping': 'Test of the webhook of a firm',
  'webhook-estimate-sent': 'Sent price to the webhook of a firm',
  'webhook-estimate-replaced': 'Replaced price to the webhook of a firm',
  'webhook-estimate-chosen': 'Chosen price to the webhook of a firm',
  'webhook-estimate-undone': 'Undone choice of a price to the webhook of a firm',
  'webhook-estimate-agreed': 'Agreed price to the webhook of a firm',
  'webhook-estimate-declined': 'Declined price to the webhook of a firm',
  'webhook-estimate-withdrawn': 'Withdrawn price to the webhook of a firm',
  'push-new-lead': 'New lead on a device of staff',
  'push-assignment': 'Assigned lead on a device of a colleague',
  'push-mention': 'Mention on a device of a colleague',
  'push-promise-warning': 'Nearly due answer on a device of staff',
  'push-test': 'Test of the notifications of a device',
  'address-bounced': 'Notice to staff that emails to an address come back',
  'webhook-failing': 'Notice to an admin that the webhook of a firm fails',
  mention: 'Notice to a colleague who was mentioned',
  assignment: 'Notice to a colleague who was given a lead',
  'email-test': 'Test of an email to an admin',
  'promise-warning': 'Warning to a manager that a promised answer is nearly due',
  'promise-missed': 'Alert to a manager that a promised answer is late',
}
export const formatCount = (count: number) => count.toLocaleString('en-GB')
export const failedJobsText = (count: number) => `${formatCount(count)} failed ${count === 1 ? 'job' : 'jobs'}`

const isKnown = (work: string): work is keyof typeof workLabels => Object.hasOwn(workLabels, work)

/** Another release can have left work that this one has no words for. */
export const workLabel = (work: string) => (isKnown(work) ? workLabels[work] : work)

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
