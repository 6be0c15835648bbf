import { areaText } from '@kerbside/schema/contractors/area-text'
import {
  isUntilFurtherNotice,
  tradeLabels,
  trades,
  type Area,
  type Trade,
  type Weekday,
} from '@kerbside/schema/contractors/contractor'
import { hoursText as hoursTextOf } from '@kerbside/schema/contractors/hours-text'
import { hasWords } from '@kerbside/schema/typed-text'
import { formatDate } from '../ui/times.ts'
import type { ToneLabel } from '../ui/tone-chip.tsx'
import type { ListedContractor } from './contractors.queries.ts'

export const asTrades = (names: readonly string[]): Trade[] => trades.filter((trade) => names.includes(trade))

/** 'Driveways, Extensions'. */
export const tradesText = (firm: Pick<ListedContractor, 'trades'>): string =>
  asTrades(firm.trades)
    .map((trade) => tradeLabels[trade])
    .join(', ')

/** Whether a firm is offered jobs today; the first that applies. */
export const contractorStates = {
  inactive: { label: 'Inactive', tone: 'slate' },
  unverified: { label: 'Unverified', tone: 'red' },
  bounced: { label: 'Address bounced', tone: 'red' },
  paused: { label: 'Paused', tone: 'amber' },
  active: { label: 'Active', tone: 'green' },
} as const satisfies Record<string, ToneLabel>
export type ContractorState = keyof typeof contractorStates

type Dated = Pick<ListedContractor, 'active' | 'pausedUntil' | 'verifiedUntil' | 'addressBounce'>

export function contractorState(
  { active, pausedUntil, verifiedUntil, addressBounce }: Dated,
  now = new Date(),
): ContractorState {
  if (!active) return 'inactive'
  if (verifiedUntil === null || new Date(verifiedUntil) <= now) return 'unverified'
  if (addressBounce !== null) return 'bounced'
  return pausedUntil !== null && new Date(pausedUntil) > now ? 'paused' : 'active'
}

export function stateLabel(firm: Dated, now = new Date()): ToneLabel {
  const state = contractorState(firm, now)
  const label = contractorStates[state]
  if (state !== 'paused' || !firm.pausedUntil) return label
  const until = isUntilFurtherNotice(new Date(firm.pausedUntil)) ? 'further notice' : formatDate(firm.pausedUntil)
  return { ...label, label: `Paused until ${until}` }
}

export function verificationText({ verifiedUntil }: Pick<Dated, 'verifiedUntil'>, now = new Date()): string {
  if (verifiedUntil === null) return 'Never verified: no jobs'
  return `${new Date(verifiedUntil) <= now ? 'Verification ran out' : 'Verified until'} ${formatDate(verifiedUntil)}`
}

/** The areas of a firm as they are typed. GraphQL writes the kinds in capitals. */
export const areaTexts = ({ areas }: { areas: readonly ListedContractor['areas'][number][] }): string[] =>
  areas.map(({ kind, value }) => areaText({ kind: kind.toLowerCase().replace('_', '-') as Area['kind'], value }))

const areasShown = 4

/** 'SW1A, SW3, SW7, W8 and 3 more'. */
export function areasSummary(firm: Pick<ListedContractor, 'areas'>): string {
  const texts = areaTexts(firm)
  const more = texts.length - areasShown
  const shown = texts.slice(0, areasShown).join(', ')
  return more > 0 ? `${shown} and ${more} more` : shown
}

/** '10 a day', '10 a day, 30 a week'. */
export const capText = ({ dailyCap, weeklyCap }: Pick<ListedContractor, 'dailyCap' | 'weeklyCap'>): string =>
  weeklyCap === null ? `${dailyCap} a day` : `${dailyCap} a day, ${weeklyCap} a week`

/** 'Weight 3: 3 times as many jobs as a firm of weight 1'; null for weight 1. */
export const weightText = ({ weight }: Pick<ListedContractor, 'weight'>): string | null =>
  weight === 1 ? null : `Weight ${weight}: ${weight} times as many jobs as a firm of weight 1`

export const dayLabels: Record<ListedContractor['workingHours'][number]['day'], string> = {
  MONDAY: 'Monday',
  TUESDAY: 'Tuesday',
  WEDNESDAY: 'Wednesday',
  THURSDAY: 'Thursday',
  FRIDAY: 'Friday',
  SATURDAY: 'Saturday',
  SUNDAY: 'Sunday',
}

export const outsideHoursLabels: Record<ListedContractor['outsideHours'], string> = {
  HOLD: 'Hold offers until it opens',
  PASS_ON: 'Pass jobs on to other firms',
  SEND: 'Send offers at any hour',
}

export const offerEmailsLabels: Record<ListedContractor['offerEmails'], string> = {
  SINGLE: 'One email for each job',
  DAILY: 'One email a day',
}

/** What becomes of offers while the firm is closed; null if nobody knows its hours. */
export const outsideHoursText = ({
  workingHours,
  outsideHours,
}: Pick<ListedContractor, 'workingHours' | 'outsideHours'>) =>
  workingHours.length === 0 ? null : outsideHoursLabels[outsideHours]

/** GraphQL writes the days in capitals. */
export const hoursText = ({ workingHours, timeZone }: Pick<ListedContractor, 'workingHours' | 'timeZone'>): string =>
  hoursTextOf({
    timeZone,
    workingHours: workingHours.map(({ day, ...hours }) => ({ ...hours, day: day.toLowerCase() as Weekday })),
  })

const files = (count: number) => (count === 1 ? '1 file' : `${count} files`)

/** What staff must see to of a firm's evidence; null when that is nothing. */
export function evidenceLabel({ evidenceState }: Pick<ListedContractor, 'evidenceState'>): ToneLabel | null {
  const { expired, expiring } = evidenceState
  if (expired > 0) return { label: `${files(expired)} expired`, tone: 'red' }
  return expiring > 0 ? { label: `${files(expiring)} expiring`, tone: 'amber' } : null
}

/** '12 of 40 accepted (30%)'. */
export function historyText({ history }: Pick<ListedContractor, 'history'>): string {
  const { offersMade, offersAccepted, acceptanceRate } = history
  return offersMade === 0 ? 'No offers' : `${offersAccepted} of ${offersMade} accepted (${acceptanceRate}%)`
}

export const contractorDeletionText = ({ name, email }: ListedContractor): string =>
  `Delete ${name} (${email})? Its open offers are withdrawn, and nobody is offered those jobs in its place. Its open quotes are withdrawn, and homeowners are told. Jobs that it has agreed stay agreed and become follow-ups. This cannot be undone.`

/** From what a date field gives: the day’s first or last moment where the person is; null when it is empty. */
export function dayStart(day: string): string | null {
  return day === '' ? null : isoOf(`${day}T00:00`)
}
export function dayEnd(day: string): string | null {
  return day === '' ? null : isoOf(`${day}T23:59:59`)
}
const isoOf = (text: string) => {
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}

export type ContractorFilter = { search: string; state: ContractorState | null }

/** Every word is in the name or email (docs/specification.md, 9.7). */
export function filterContractors(
  firms: readonly ListedContractor[],
  { search, state }: ContractorFilter,
): ListedContractor[] {
  return firms.filter(
    (firm) => (state === null || contractorState(firm) === state) && hasWords([firm.name, firm.email], search),
  )
}
