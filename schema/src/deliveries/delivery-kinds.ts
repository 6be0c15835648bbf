/**
 * Where a delivery goes. Of those to the homeowner some are about one firm; a digest is about several leads, and what goes
 * to a `contractor` is about none.
 */
export type Recipient =
  | 'homeowner'
  | 'homeowner-about-firm'
  | 'firm'
  | 'firm-digest'
  | 'contractor'
  | 'user'
  | 'webhook'
  | 'device'

type Row = {
  to: Recipient
  /** What staff read that it is; `{firm}` is the firm's name, or "a firm" where none is known. */
  label: string
  /** The `type` of a message to a webhook, as firms read it (docs/webhooks.md). */
  event?: string
}

/**
 * The purposes of everything that is sent, each with where it goes. To homeowners and firms there is one email per purpose
 * and recipient, and one per quote and per follow-up that staff send.
 */
export const deliveryRows = {
  confirmation: { to: 'homeowner', label: 'Confirmation to the homeowner' },
  offer: { to: 'firm', label: 'Offer to {firm}' },
  'contact-details': { to: 'firm', label: 'Contact details to {firm}' },
  'accepted-notice': { to: 'homeowner-about-firm', label: 'Notice to the homeowner that {firm} accepted' },
  quote: { to: 'homeowner', label: 'Quote to the homeowner' },
  'follow-up': { to: 'homeowner', label: 'Follow-up to the homeowner' },
  'stop-notice': { to: 'firm', label: 'Request to {firm} to make no further contact' },
  'erase-notice': { to: 'firm', label: 'Request to {firm} to delete the details' },
  'complaint-received': { to: 'homeowner', label: 'Acknowledgement of a complaint to the homeowner' },
  'check-request': { to: 'homeowner', label: 'Question to the homeowner whether the request is right' },
  'correction-notice': { to: 'firm', label: 'Corrected answers to {firm}' },
  'confirm-email': { to: 'homeowner', label: 'Request to the homeowner to confirm a new address' },
  'new-link': { to: 'homeowner', label: 'New link for the homeowner to their request' },
  estimate: { to: 'homeowner', label: 'Price of a firm to the homeowner' },
  'estimate-withdrawn': { to: 'homeowner', label: 'Notice to the homeowner that a price was withdrawn' },
  'estimate-withdrawn-notice': { to: 'firm', label: 'Notice to {firm} that its price was withdrawn' },
  'estimate-reminder': { to: 'firm', label: 'Reminder to {firm} to send its price' },
  'no-price-notice': {
    to: 'homeowner-about-firm',
    label: 'Notice to the homeowner that {firm} sent no price',
  },
  'release-notice': { to: 'firm', label: 'Notice to {firm} that its place was given away' },
  agreement: { to: 'homeowner', label: 'What the homeowner has chosen, to them' },
  'estimate-agreed': { to: 'homeowner', label: 'Confirmation of {firm} to the homeowner' },
  'agreement-cancelled': { to: 'homeowner', label: 'Notice to the homeowner that an agreement was cancelled' },
  'agreement-cancelled-notice': { to: 'firm', label: 'Notice to {firm} that its agreement was cancelled' },
  'request-closed': { to: 'homeowner', label: 'Notice to the homeowner that their request is closed' },
  'request-closed-notice': { to: 'firm', label: 'Notice to {firm} that the request is closed' },
  'estimate-answer': { to: 'homeowner', label: 'Answer of {firm} to the homeowner' },
  'estimate-chosen': { to: 'firm', label: 'Choice of the homeowner to {firm}' },
  'confirm-reminder': { to: 'firm', label: 'Reminder to {firm} to confirm the job' },
  'unconfirmed-notice': { to: 'homeowner', label: 'Notice to the homeowner that their choice is not confirmed' },
  'choice-undone': { to: 'firm', label: 'Undone choice to {firm}' },
  'estimate-declined': { to: 'firm', label: 'Polite no to {firm}' },
  'estimate-question': { to: 'firm', label: 'Question of the homeowner to {firm}' },

  'offer-digest': { to: 'firm-digest', label: 'All offers of a day to a firm' },
  'contractor-link': { to: 'contractor', label: 'New link for a contractor to their page' },

  // To people with an account.
  invitation: { to: 'user', label: 'Invitation to a user' },
  'password-reset': { to: 'user', label: 'Link to set a new password' },
  'evidence-expiry': {
    to: 'user',
    label: 'Reminder to an admin that evidence of a firm expires',
  },
  'webhook-failing': { to: 'user', label: 'Notice to an admin that the webhook of a firm fails' },
  'address-bounced': { to: 'user', label: 'Notice to staff that emails to an address come back' },
  complaint: { to: 'user', label: 'Complaint of a homeowner to staff' },
  'password-changed': { to: 'user', label: 'Notice that a password was changed' },
  'email-changed': { to: 'user', label: 'Notice of a new sign-in email address' },
  'email-changed-away': { to: 'user', label: 'Notice to the former sign-in email address' },
  'two-step-on': { to: 'user', label: 'Notice that two-step sign-in was turned on' },
  'two-step-off': { to: 'user', label: 'Notice that two-step sign-in was turned off' },
  'two-step-reset': { to: 'user', label: 'Notice that two-step sign-in was reset' },
  mention: { to: 'user', label: 'Notice to a colleague who was mentioned' },
  assignment: { to: 'user', label: 'Notice to a colleague who was given a lead' },
  'promise-warning': {
    to: 'user',
    label: 'Warning to a manager that a promised answer is nearly due',
  },
  'promise-missed': { to: 'user', label: 'Alert to a manager that a promised answer is late' },
  'email-test': { to: 'user', label: 'Test of an email to an admin' },

  // Posted to a firm's own system instead of emailed. A ping is about no lead.
  'webhook-accepted': { to: 'webhook', event: 'lead.accepted', label: 'Contact details to the webhook of {firm}' },
  'webhook-corrected': { to: 'webhook', event: 'lead.corrected', label: 'Corrected answers to the webhook of {firm}' },
  'webhook-withdrawn': {
    to: 'webhook',
    event: 'lead.withdrawn',
    label: 'Message to the webhook of {firm}: no further contact',
  },
  'webhook-erased': {
    to: 'webhook',
    event: 'lead.erased',
    label: 'Message to the webhook of {firm}: delete the details',
  },
  'webhook-ping': { to: 'webhook', event: 'ping', label: 'Test of the webhook of {firm}' },
  'webhook-estimate-sent': { to: 'webhook', event: 'estimate.sent', label: 'Sent price to the webhook of {firm}' },
  'webhook-estimate-replaced': {
    to: 'webhook',
    event: 'estimate.replaced',
    label: 'Replaced price to the webhook of {firm}',
  },
  'webhook-estimate-chosen': {
    to: 'webhook',
    event: 'estimate.chosen',
    label: 'Chosen price to the webhook of {firm}',
  },
  'webhook-estimate-undone': {
    to: 'webhook',
    event: 'estimate.undone',
    label: 'Undone choice of a price to the webhook of {firm}',
  },
  'webhook-estimate-agreed': {
    to: 'webhook',
    event: 'estimate.agreed',
    label: 'Agreed price to the webhook of {firm}',
  },
  'webhook-estimate-declined': {
    to: 'webhook',
    event: 'estimate.declined',
    label: 'Declined price to the webhook of {firm}',
  },
  'webhook-estimate-cancelled': {
    to: 'webhook',
    event: 'estimate.cancelled',
    label: 'Cancelled agreement to the webhook of {firm}',
  },
  'webhook-estimate-withdrawn': {
    to: 'webhook',
    event: 'estimate.withdrawn',
    label: 'Withdrawn price to the webhook of {firm}',
  },

  // Pushed to the devices of staff. A test is about no lead.
  'push-new-lead': { to: 'device', label: 'New lead on a device of staff' },
  'push-assignment': { to: 'device', label: 'Assigned lead on a device of a colleague' },
  'push-mention': { to: 'device', label: 'Mention on a device of a colleague' },
  'push-promise-warning': { to: 'device', label: 'Nearly due answer on a device of staff' },
  'push-test': { to: 'device', label: 'Test of the notifications of a device' },
} as const satisfies Record<string, Row>

/** What staff read that a delivery is, as far as this release knows its kind. */
export const deliveryLabel = (kind: string, firm = 'a firm'): string | undefined =>
  Object.entries(deliveryRows)
    .find(([known]) => known === kind)?.[1]
    .label.replace('{firm}', firm)
