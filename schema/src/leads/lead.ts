import type { OutboxEvent } from '../events/event.jobs.ts'
import type { MatchReason } from '../contractors/matching.ts'
import type { LeadColumns } from '../quotes/columns.ts'
import type { FormField } from '../quotes/form-definition.ts'
import type { Country } from '../quotes/phone.ts'
import type { Photo } from '../photos/photo.ts'
import type { LeadEstimate } from '../estimates/estimate.ts'
import type { EstimateQuestion } from '../estimates/question.ts'
import type { Offer } from '../offers/offer.ts'
import type { Currency } from '../amount.ts'
import type { QuoteFile } from '../quote-files/quote-file.ts'

export const leadStatuses = ['new', 'contacted', 'quoted', 'converted', 'lost'] as const
export type LeadStatus = (typeof leadStatuses)[number]

export const leadPriorities = ['high', 'medium', 'low'] as const
export type LeadPriority = (typeof leadPriorities)[number]

const nextStatuses: Record<LeadStatus, readonly LeadStatus[]> = {
  new: ['contacted', 'quoted', 'converted', 'lost'],
  contacted: ['quoted', 'converted', 'lost'],
  quoted: ['contacted', 'converted', 'lost'],
  converted: ['quoted', 'lost'],
  lost: ['contacted'],
}

/** The statuses that a lead may move to: screens offer them and the service enforces them. */
export const movesFrom = (status: LeadStatus): readonly LeadStatus[] => nextStatuses[status]
export const canMove = (from: LeadStatus, to: LeadStatus): boolean => nextStatuses[from].includes(to)

/** Statuses that a manager still has to work on (docs/specification.md, 5.2). */
export const pendingStatuses = ['new', 'contacted', 'quoted'] as const satisfies readonly LeadStatus[]

/** Neither lost nor converted. */
export const isPending = (status: LeadStatus): boolean => pendingStatuses.some((pending) => pending === status)

/** What decides whether firms may still hear of a lead. */
export type Openness = Pick<Lead, 'status' | 'enoughQuotesAt' | 'sharingStoppedAt'>

/** A lead that is lost, converted or stopped by its homeowner is offered to nobody, and nobody may accept it. */
export const isOpenToFirms = ({ status, enoughQuotesAt, sharingStoppedAt }: Openness): boolean =>
  isPending(status) && !enoughQuotesAt && !sharingStoppedAt

/** One answer exactly as the homeowner saw and gave it. */
export type Answer = { name: string; label: string; value: string }

/** What a homeowner complains of. */
export type Complaint = { id: string; at: Date; text: string }

/** What the homeowner corrected on their own page, at one moment. */
export type Correction = {
  at: Date
  /** Empty once the details are erased. `before` or `after` is empty where nothing was or is answered. */
  changes: { name: string; label: string; before: string; after: string }[]
}

/** From where a homeowner agreed to the notice of the form. */
export type Consent = {
  /** By the postcode, otherwise by the phone number. */
  jurisdiction: Country
  /** The network address, until it is hashed. */
  address?: string
  /** In its place from then on, made with a secret of the server. */
  addressHash?: string
}

export type Attribution = Record<'source' | 'medium' | 'campaign' | 'term' | 'content' | 'referrer', string | null>

export type StatusChange = {
  from: LeadStatus
  to: LeadStatus
  at: Date
  by: { id: string; name: string } | null
  note: string | null
  /** A UUID made with the change on the person's device, so that it is made once however often it is sent. */
  changeId?: string | null
}

/** How staff contact a homeowner. */
export const contactKinds = ['called', 'emailed'] as const
/** How a call went. */
export const callOutcomes = ['reached', 'no-answer', 'wrong-number'] as const
export type CallOutcome = (typeof callOutcomes)[number]
export const activityKinds = [
  'note',
  'assigned',
  'follow-up',
  ...contactKinds,
  'quote-sent',
  'follow-up-sent',
  'photo-added',
  'photo-removed',
] as const
/** What staff do on a lead, beside its moves of status. */
export type LeadActivity = {
  kind: (typeof activityKinds)[number]
  at: Date
  by: { id: string; name: string }
  /** The text of a note, what was written about a call, or the message to the homeowner with a sent quote or follow-up. */
  text?: string | null
  /** Of a call; missing where nobody said. */
  outcome?: CallOutcome | null
  /** The people whom a note mentions. */
  mentions?: { id: string; name: string }[]
  /** Who was assigned; null if the lead was taken from whoever had it. */
  assignedTo?: { id: string; name: string } | null
  /** The follow-up that was set; null if it was cleared. */
  followUpAt?: Date | null
  quote?: SentQuote | null
  /** A UUID made with the dialog of a follow-up, so that it is sent once however often it is requested. */
  followUpId?: string | null
  /** As that of a move of status. */
  changeId?: string | null
}

/** How many notes a lead has room for. */
export const maximumNotes = 500

/** What colleagues wrote for each other: notes, and about calls. */
export const notesOf = ({ activity = [] }: Pick<Lead, 'activity'>): LeadActivity[] =>
  activity.filter(({ kind, text }) => text && ['note', ...contactKinds].includes(kind))

/** A price that staff have emailed to a homeowner (docs/specification.md, 5.7). */
export type SentQuote = {
  /** UUID made with the dialog: the same quote is sent once, however often it is requested. */
  id: string
  /** In pence or cents. */
  amount: number
  currency: Currency
  /** The firm whose quote it is; missing when it is our own. */
  firm?: { id: string; name: string } | null
  /** The PDF that went with the email; missing without one. */
  file?: QuoteFile | null
}

/** Characters of the message to the homeowner. */
export const maximumMessage = 2_000

/** How many quotes can be sent for one lead. */
export const maximumQuotes = 100

type QuoteEntry = LeadActivity & { quote: SentQuote }

/** The quotes that staff have sent for a lead, oldest first. */
export const quotesOf = ({ activity = [] }: Pick<Lead, 'activity'>): QuoteEntry[] =>
  activity.filter((entry): entry is QuoteEntry => Boolean(entry.quote))

type FollowUpEntry = LeadActivity & { followUpId: string }

/** The follow-ups that staff have emailed to the homeowner, oldest first. */
export const followUpsOf = ({ activity = [] }: Pick<Lead, 'activity'>): FollowUpEntry[] =>
  activity.filter((entry): entry is FollowUpEntry => Boolean(entry.followUpId))

const contactColumns = ['firstName', 'lastName', 'email', 'mobile', 'postcode'] as const satisfies (keyof LeadColumns)[]

/** Tells who the homeowner is. */
export type LeadContact = Pick<LeadColumns, (typeof contactColumns)[number]>

/** What a correction adds to the lead's former contacts. */
export function formerContact(before: LeadContact, set: Partial<LeadContact>): { formerContacts?: LeadContact } {
  const isChanged = contactColumns.some((column) => set[column] !== undefined && set[column] !== before[column])
  return isChanged ? { formerContacts: pick(before) } : {}
}

const pick = ({ firstName, lastName, email, mobile, postcode }: LeadContact): LeadContact => ({
  firstName,
  lastName,
  email,
  mobile,
  postcode,
})

/** The present contact and all former ones. */
export const contactsOf = (lead: LeadContact & Pick<Lead, 'formerContacts'>): LeadContact[] => [
  pick(lead),
  ...(lead.formerContacts ?? []),
]

export type Lead = LeadColumns & {
  id: number
  /** `KB-` and six unambiguous characters, which people can read out on the phone. */
  reference: string
  fullName: string
  answers: Answer[]
  trade: string
  status: LeadStatus
  statusHistory: StatusChange[]
  lostReason: string | null
  priority: LeadPriority
  assignedTo: { id: string; name: string } | null
  followUpAt: Date | null
  isConfirmation: boolean
  /** `url_type` of the REST payload: the path that the form was filled in on. */
  urlType: string | null
  page: string
  /** The `page_version` of the form that the homeowner saw. */
  formVersion: number
  /** What the homeowner was told about sharing, word for word. */
  notice: string
  /** Missing of imports. */
  consent?: Consent
  attribution: Attribution
  /** The import that it came by: it is offered to firms by hand only. Missing if a homeowner sent it to us. */
  importId?: string
  /** Photos of the job, by the homeowner and by staff, in the order in which they arrived; missing while there is none. */
  photos?: Photo[]
  offers: Offer[]
  /** The prices that were sent for it, all versions, oldest first; missing while there is none. */
  estimates?: LeadEstimate[]
  /** What the homeowner asked firms about their prices, oldest first; missing while there is none. */
  questions?: EstimateQuestion[]
  /** How many firms may hold an offer or the contact details, as `notice` says (docs/specification.md, 6.2). */
  maximumFirms: number
  /** Why each firm was or was not offered the job, as of the last matching. */
  matching: MatchReason[]
  /** When the homeowner asked that no further firm gets the details; missing if never. */
  enoughQuotesAt?: Date | null
  /** When the homeowner also asked for no further contact, by us or by firms; missing if never. */
  sharingStoppedAt?: Date | null
  /** When the homeowner pressed the button that only an email to their address has; missing if never. */
  emailConfirmedAt?: Date | null
  /** Oldest first; missing while there is none. */
  complaints?: Complaint[]
  /** The homeowner's own corrections, oldest first; missing while there is none. */
  corrections?: Correction[]
  /** Who and where the homeowner was before each correction, by whomever. Whatever erases a lead looks for these too. */
  formerContacts?: LeadContact[]
  /** When the homeowner had their details erased; missing if never. Nothing is changed from then on. */
  erasedAt?: Date | null
  /** When matching was first finished; null until then, and search looks through those leads by themselves. */
  dispatchedAt: Date | null
  /**
   * For staff only: neither firms nor homeowners ever see it, but for a sent quote, which the homeowner gets. Oldest
   * first; missing while there is none.
   */
  activity?: LeadActivity[]
  /** When a person first called or emailed the homeowner, or sent a quote; missing if never. */
  contactedAt?: Date | null
  /** Rises with every change by a person; a change based on an older one is a conflict. */
  version: number
  createdAt: Date
  updatedAt: Date
}

/** Numbers shown above the lead lists. */
export type LeadStats = Record<LeadStatus, number> & {
  total: number
  /** Converted divided by total, as a whole percent (docs/specification.md, 5.4). */
  conversionRate: number
  /** Received today or in the six days before, by the calendar of London. */
  thisWeek: number
}

/** What is stored beside the lead itself. */
export type LeadStorage = {
  submissionId: string
  /** Distinguishes a repeat of the request from other answers under its id. Null once the details are erased. */
  requestDigest: string | null
  /** What still follows from changes of this lead, oldest first. */
  outbox: OutboxEvent[]
  /** What lists sort names by and a common text is looked for in, one line each. */
  searchText: string
  /** How `searchText` goes on from each of its characters: what a rare text is found by. */
  tails: string[]
  /** What staff are told next while nobody answers; missing if nothing: answered, told or imported. */
  nextPromiseAlert?: PromiseAlert
  /** Rises with every write of offers to another lead that is the same job for firms, so that the two writes meet. */
  jobRevision?: number
}

/** Staff are warned before the promised answer is late, and alerted when it is (docs/specification.md, 6.5). */
export const promiseAlerts = ['warning', 'missed'] as const
export type PromiseAlert = (typeof promiseAlerts)[number]

/** How urgent a lead is, by the place of its answers in the form's own option lists (docs/specification.md, 5.3). */
export function priorityOf(
  fields: readonly FormField[],
  answers: { timeframe: string | null; budget: string | null },
): LeadPriority {
  const values = (field: string) => fields.find(({ name }) => name === field)?.options?.map(({ value }) => value) ?? []
  const timeframes = values('timeframe')
  const budgets = values('budget')
  if (answers.timeframe !== null && answers.timeframe === timeframes[0]) return 'high'
  if (answers.budget !== null && budgets.slice(-2).includes(answers.budget)) return 'high'
  if (answers.timeframe !== null && answers.timeframe === timeframes.at(-1)) return 'low'
  return 'medium'
}
