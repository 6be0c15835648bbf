import { maximumCap, offerEmailsChoices, type Contractor } from '@kerbside/schema/contractors/contractor'
import { toContractor, type ContractorRecord } from '@kerbside/schema/contractors/contractor.model'
import { invalid } from '@kerbside/schema/errors'
import { dayAfter, londonDay, startOfLondonDay } from '@kerbside/schema/time/london-time'
import { parse } from '@kerbside/schema/validate'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { stale, writeContractor } from '../contractors/change-contractors.service.ts'
import { Areas } from '../contractors/contractor-input.ts'
import type { Context } from '../deps.ts'
import { checkAll } from '../http/errors.ts'
import { contractorLinkEnded, openContractorLink } from '../links/contractor-link.ts'
import { jobsOf, type FirmJob } from './firm-jobs.ts'
import { numbersOf, type FirmNumbers } from './firm-numbers.ts'

/** What a firm's own page shows. */
export type FirmScreen = { firm: Contractor; now: Date; jobs: FirmJob[]; numbers: FirmNumbers }

export const isPaused = ({ pausedUntil }: Contractor, now: Date) => pausedUntil !== null && pausedUntil > now

/** Looking changes nothing. */
export async function viewFirm(ctx: Context, token: string): Promise<FirmScreen> {
  return screenOf(ctx, toContractor(await findFirm(ctx, token)))
}

async function screenOf(ctx: Context, firm: Contractor): Promise<FirmScreen> {
  const [jobs, numbers] = [await jobsOf(ctx, firm), await numbersOf(ctx, firm.id)]
  return { firm, now: ctx.now(), jobs, numbers }
}

/** The firm of a link to its own page, or to where it stops offers. */
export async function findFirm(
  ctx: Context,
  token: string,
  purpose: 'firm' | 'stop-offers' = 'firm',
): Promise<ContractorRecord> {
  const { link, ended, holder } = await openContractorLink(ctx, purpose, token)
  if (ended !== null) throw contractorLinkEnded(purpose, link.contractorId, ended)
  return holder
}

type Fields = Record<string, string>
type Change = (
  firm: Contractor,
  fields: Fields,
  now: Date,
) => Partial<ContractorRecord> | Promise<Partial<ContractorRecord>>

const maximumPauseDays = 365

const dateMessage = 'Enter a date, like 2027-03-31'

function pause(_firm: Contractor, fields: Fields, now: Date): Partial<ContractorRecord> {
  const { until } = parse(z.object({ until: z.iso.date(dateMessage) }), fields)
  const today = londonDay(now)
  if (until <= today) throw invalid('until', 'Choose a day after today')
  if (until > dayAfter(today, maximumPauseDays)) throw invalid('until', 'Choose a day within a year')
  return { pausedUntil: startOfLondonDay(until) }
}

/** A firm may lower its caps; to raise them is for staff. */
async function lowerCaps({ dailyCap, weeklyCap }: Contractor, fields: Fields): Promise<Partial<ContractorRecord>> {
  const [daily, weekly] = await checkAll(
    () => lowered('daily_cap', fields, dailyCap),
    () => lowered('weekly_cap', fields, weeklyCap ?? maximumCap),
  )
  return { ...(daily !== null && { dailyCap: daily }), ...(weekly !== null && { weeklyCap: weekly }) }
}

/** Null when it was left empty. */
function lowered(name: string, fields: Fields, maximum: number): number | null {
  const text = fields[name]?.trim() ?? ''
  if (text === '') return null
  const cap = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN
  if (cap >= 1 && cap <= maximum) return cap
  throw invalid(name, `Enter a whole number from 1 to ${maximum.toLocaleString('en-GB')}`)
}

function requestAreas(firm: Contractor, fields: Fields, now: Date): Partial<ContractorRecord> {
  const texts = (fields['areas'] ?? '').split(/[,;\n]/).map((text) => text.trim())
  const { areas } = parse(z.object({ areas: Areas }), { areas: texts.filter((text) => text !== '') })
  // The same again is the same request, and its own areas are none.
  if (isDeepStrictEqual(areas, firm.areas)) return { areaRequest: null }
  const pending = firm.areaRequest && !firm.areaRequest.refusedAt ? firm.areaRequest : null
  return isDeepStrictEqual(areas, pending?.areas) ? {} : { areaRequest: { areas, at: now, refusedAt: null } }
}

/** Offers that wait for the email of a day still come in it. */
function chooseEmails({ offerEmails }: Contractor, fields: Fields): Partial<ContractorRecord> {
  const choice = z.enum(offerEmailsChoices, 'Choose one email for each job or one email a day')
  const { offer_emails: chosen } = parse(z.object({ offer_emails: choice }), fields)
  return chosen === offerEmails ? {} : { offerEmails: chosen }
}

const changes = {
  pause,
  resume: () => ({ pausedUntil: null }),
  caps: lowerCaps,
  emails: chooseEmails,
  areas: requestAreas,
} as const satisfies Record<string, Change>
export type FirmChange = keyof typeof changes
const changeKinds = Object.keys(changes) as [FirmChange, ...FirmChange[]]

/** Of changes at the same moment one gets through each time. */
export const tries = 10

/** A change by the firm itself. The same again changes nothing. */
export async function changeFirm(ctx: Context, token: string, fields: Fields): Promise<FirmScreen> {
  for (let attempt = 0; attempt < tries; attempt++) {
    const record = await findFirm(ctx, token)
    const firm = toContractor(record)
    const { change } = parse(z.object({ change: z.enum(changeKinds, 'Choose what to change') }), fields)
    const wanted = await changes[change](firm, fields, ctx.now())
    const current: Partial<ContractorRecord> = record
    const set = Object.fromEntries(
      Object.entries(wanted).filter(
        ([name, value]) => !isDeepStrictEqual(current[name as keyof ContractorRecord] ?? null, value),
      ),
    )
    if (Object.keys(set).length === 0) return screenOf(ctx, firm)
    const updated = await writeContractor(ctx, record, set, { by: { id: firm.id, name: firm.name } })
    if (updated) return screenOf(ctx, updated)
  }
  throw stale()
}
