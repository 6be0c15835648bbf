/** What the audit trail records (docs/specification.md, 8.6), each as screens and files show it. */
export const auditActionLabels = {
  'user.signed-in': 'Signed in',
  'user.signed-out': 'Signed out',
  'lead.viewed': 'Opened a lead',
  'lead.consent-viewed': 'Opened a consent record',
  'lead.changed': 'Changed a lead',
  'lead.deleted': 'Deleted a lead',
  'lead.shared': 'Shared contact details',
  'homeowner.had-enough': 'Had enough quotes',
  'homeowner.stopped-sharing': 'Stopped sharing contact details',
  'homeowner.undid-stop': 'Went on after a stop',
  'homeowner.confirmed-email': 'Confirmed their email address',
  'homeowner.complained': 'Complained',
  'homeowner.corrected-answers': 'Corrected their answers',
  'homeowner.rated-firm': 'Rated a firm',
  'homeowner.chose-price': 'Chose a price',
  'homeowner.undid-choice': 'Undid the choice of a price',
  'homeowner.cancelled-agreement': 'Cancelled what was agreed',
  'homeowner.chose-none': 'Took none of the prices',
  'homeowner.asked-firms': 'Asked firms about their prices',
  'homeowner.released-place': 'Gave the place of a firm away',
  'homeowner.erased-details': 'Had their details erased',
  'quote-file.opened': 'Opened the PDF of a quote',
  'leads.exported': 'Exported leads',
  'leads.imported': 'Imported leads',
  'offer.made': 'Offered a lead',
  'offer.withdrawn': 'Withdrew an offer',
  'estimate.sent': 'Sent a price',
  'estimate.withdrawn': 'Withdrew a price',
  'estimate.agreed': 'Confirmed a price',
  'estimate.cancelled': 'Cancelled an agreement',
  'email.retried': 'Sent an email again',
  'webhook.retried': 'Sent a webhook again',
  'held-quote.released': 'Released a held quote',
  'held-quote.discarded': 'Discarded a held quote',
  'user.created': 'Added a user',
  'user.invited': 'Invited a user',
  'user.changed': 'Changed a user',
  'user.password-changed': 'Changed a password',
  'user.two-step-changed': 'Changed two-step sign-in',
  'user.notified': 'Changed notifications on a device',
  'user.deleted': 'Deleted a user',
  'contractor.created': 'Added a contractor',
  'contractor.changed': 'Changed a contractor',
  'contractor.deleted': 'Deleted a contractor',
  'contractors.imported': 'Imported contractors',
  'evidence.added': 'Added evidence of a contractor',
  'evidence.downloaded': 'Downloaded evidence of a contractor',
  'evidence.removed': 'Deleted evidence of a contractor',
  'webhook.set': 'Set the webhook of a contractor',
  'webhook.secret-changed': 'Changed the webhook secret of a contractor',
  'webhook.removed': 'Removed the webhook of a contractor',
  'webhook.tested': 'Tested the webhook of a contractor',
  'page.created': 'Added a page',
  'page.changed': 'Changed a page',
  'page.published': 'Published a page',
  'page.unpublished': 'Unpublished a page',
  'page.deleted': 'Deleted a page',
  'image.uploaded': 'Uploaded a picture',
  'image.described': 'Described a picture',
  'image.deleted': 'Deleted a picture',
  'settings.changed': 'Changed the settings',
  'email-template.changed': 'Changed the words of an email',
  'email-template.tested': 'Sent themselves a test of an email',
  'job.retried': 'Retried a failed job',
  'job.discarded': 'Discarded a failed job',
  'work.stopped': 'Stopped a bulk change, import or export',
  'audit.exported': 'Exported the audit trail',
} as const

export type AuditAction = keyof typeof auditActionLabels
export const auditActions = Object.keys(auditActionLabels) as [AuditAction, ...AuditAction[]]

/** Done by the homeowner, by the link in every email to them. */
export const isByHomeowner = (action: AuditAction) => action.startsWith('homeowner.')

export const auditSubjectLabels = {
  lead: 'Lead',
  'held-quote': 'Held quote',
  export: 'Export',
  import: 'Import',
  user: 'User',
  contractor: 'Contractor',
  page: 'Page',
  image: 'Picture',
  settings: 'Settings',
  'email-template': 'Email template',
  job: 'Job',
} as const

export type AuditSubjectKind = keyof typeof auditSubjectLabels
export const auditSubjectKinds = Object.keys(auditSubjectLabels) as [AuditSubjectKind, ...AuditSubjectKind[]]

/** `label`: a lead's reference, a user's or firm's name, a page's url. Nothing of it is a homeowner's personal data. */
export type AuditSubject = { kind: AuditSubjectKind; id: string; label: string }

export const leadSubject = (id: number, reference: string): AuditSubject => ({
  kind: 'lead',
  id: String(id),
  label: reference,
})

export const userSubject = ({ _id, name }: { _id: { toString(): string }; name: string }): AuditSubject => ({
  kind: 'user',
  id: String(_id),
  label: name,
})

export type AuditPerson = { id: string; name: string }

export type AuditEntry = {
  id: string
  at: Date
  /** Null when it was nobody of the staff: a firm or the homeowner, by a link in an email. */
  by: AuditPerson | null
  action: AuditAction
  subject: AuditSubject
  /** One plain sentence, without a homeowner's personal data. */
  details: string | null
}

/** Minutes within which a lead that the same person opens again makes no other entry. */
export const auditViewMinutes = 10
