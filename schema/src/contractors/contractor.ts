/** What a firm does. A lead's trade is that of the form it came from. */
export const trades = ['driveways', 'extensions', 'coach-hire'] as const
export type Trade = (typeof trades)[number]
export const tradeLabels: Record<Trade, string> = {
  driveways: 'Driveways',
  extensions: 'Extensions',
  'coach-hire': 'Coach hire',
}

export const areaKinds = ['outcode', 'routing-key', 'county', 'nationwide'] as const
export type AreaKind = (typeof areaKinds)[number]

/**
 * Where a firm works. `outcode`: `SW1A`, `SW1` (with its lettered parts) or `SW` (the whole postcode area);
 * `routing-key`: `D02`; `county`: `Cork`; `nationwide`: `GB` or `IE`.
 */
export type Area = { kind: AreaKind; value: string }

/**
 * An inactive firm, or one that was never verified or whose verification has expired, may take no job, because homeowners
 * are promised verified firms. A paused one may still answer its offers.
 */
export const mayTakeJobs = (
  { active, verifiedUntil }: Pick<Contractor, 'active' | 'verifiedUntil'>,
  now: Date,
): boolean => active && verifiedUntil !== null && verifiedUntil > now

/** An address from which emails came back for good. It gets none until staff choose another, or let it have them again. */
export type AddressBounce = { address: string; at: Date; reason: string }

/** A person at a firm. */
export type Contact = {
  name: string
  /** What the person does there; null when nobody said. */
  role: string | null
  email: string | null
  phone: string | null
  /** At most one of a firm: gets its emails, instead of the firm's own address. */
  isMain: boolean
}

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
export type Weekday = (typeof weekdays)[number]
/** Times like `08:00` in the firm's time zone, `from` before `to`. */
export type WorkingDay = { day: Weekday; from: string; to: string }

/** All areas that a firm wants instead of its own, as it asked on its page. Staff accept or reject. */
export type AreaRequest = { areas: Area[]; at: Date; refusedAt: Date | null }

/**
 * What becomes of offers outside a firm's working hours: they are sent at once, the offer is made and held until the firm
 * opens, or the job is passed on to other firms.
 */
export const outsideHoursChoices = ['send', 'hold', 'pass-on'] as const
export type OutsideHours = (typeof outsideHoursChoices)[number]

/** How a firm hears of offers: `single`: an email for each; `daily`: one email a day with all of them. */
export const offerEmailsChoices = ['single', 'daily'] as const
export type OfferEmails = (typeof offerEmailsChoices)[number]

export type Contractor = {
  id: string
  name: string
  /** Unique. Homeowners see it. */
  email: string
  phone: string | null
  contacts: Contact[]
  trades: Trade[]
  areas: Area[]
  /** Missing or null while the firm asks for nothing. */
  areaRequest?: AreaRequest | null
  /** In the order of the week. A day without an entry is off; no entry at all: not known. */
  workingHours: WorkingDay[]
  /** An IANA name, like `Europe/London`. */
  timeZone: string
  outsideHours: OutsideHours
  offerEmails: OfferEmails
  /** From 1 to 10: a firm of weight 2 gets twice as many leads as one of weight 1 that can get the same leads. */
  weight: number
  /** Maximum number of offers per calendar day in its time zone. */
  dailyCap: number
  /** Maximum number of offers per calendar week in its time zone, from Monday; null: no maximum. */
  weeklyCap: number | null
  active: boolean
  /** Paused until then; `furtherNotice`: until somebody ends it. */
  pausedUntil: Date | null
  /** The bounce of the address where its emails go; missing or null while that one is fine. */
  addressBounce?: AddressBounce | null
  /** Insurance and qualifications were checked and hold until then; null: never checked, so the firm gets no jobs. */
  verifiedUntil: Date | null
  lastLeadAt: Date | null
  /** Rises when staff end all links that were emailed to it; missing until then. */
  linksVersion?: number
  /** Rises with every change by a person; a change based on an older one is a conflict. */
  version: number
  createdAt: Date
}

/** Until when a firm is paused that stopped offers by the link in an email: until it or an admin ends that. */
export const furtherNotice = new Date('9999-12-31T00:00:00Z')
export const isUntilFurtherNotice = (until: Date): boolean => until >= furtherNotice

/** Where emails to a firm go. */
export const emailAddressOf = ({ email, contacts }: Pick<Contractor, 'email' | 'contacts'>): string =>
  contacts.find(({ isMain }) => isMain)?.email ?? email

/** The time zone of a firm for which nobody has chosen one: Dublin's if it works in Ireland only. */
export function usualTimeZone(areas: readonly Area[]): string {
  const isIrish = ({ kind, value }: Area) => kind === 'routing-key' || kind === 'county' || value === 'IE'
  return areas.length > 0 && areas.every(isIrish) ? 'Europe/Dublin' : 'Europe/London'
}

/** How many areas a firm may list. */
export const maximumAreas = 200
export const maximumContacts = 20
export const maximumWeight = 10
/** The highest daily or weekly cap that can be set. */
export const maximumCap = 1_000
