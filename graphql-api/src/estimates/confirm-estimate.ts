import { AppError, invalid } from '@kerbside/schema/errors'
import { latestEstimates, type LeadEstimate } from '@kerbside/schema/estimates/estimate'
import { findEstimate } from '@kerbside/schema/estimates/estimate.model'
import { isDay } from '@kerbside/schema/estimates/estimate-request'
import { canMove, type Lead } from '@kerbside/schema/leads/lead'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { writeGuarded } from '@kerbside/schema/leads/write-lead.model'
import { changeEstimates } from '@kerbside/schema/leads/write-estimates.model'
import { dayAfter, londonDay } from '@kerbside/schema/time/london-time'
import { afterCommit } from '@kerbside/schema/transaction.model'
import type { ClientSession } from 'mongoose'
import type { Context } from '../deps.ts'
import { sendStoredEmail, storeEmail, type StoredEmail } from '../events/stored-email.ts'
import { moved } from '../leads/change-lead.ts'
import { guardedWrite } from '../leads/write-lead.ts'
import { emailToFirm, emailToHomeowner } from './estimate-emails.ts'
import { closed, requireActing, requireJob } from './may-send.ts'
import { webhooksAbout } from './webhooks-about.ts'

/** Days ahead of which a firm can promise to start. */
const maximumDaysAhead = 730

type Confirmation = {
  leadId: number
  contractorId: string
  /** Of the version that the page showed. */
  id: string
  sha256: string
  /** YYYY-MM-DD; null of a variation, which has the start of its job. */
  startDay: string | null
  /** The firm itself, or who of the staff confirms for it. */
  by: { id: string; name: string }
}

/** What a contractor has to confirm first: it is chosen, and not confirmed yet. */
export const chosenOf = ({ estimates = [] }: Pick<Lead, 'estimates'>, contractorId: string): LeadEstimate | undefined =>
  estimates.find((each) => each.contractorId === contractorId && each.state === 'chosen')

/**
 * The firm confirms just the version that it was shown, with the day on which it starts. The lead is converted, the
 * homeowner hears it, and the other firms get a polite no: all of it in one transaction. What is agreed already stays as it is.
 */
export async function confirmEstimate(
  ctx: Context,
  { leadId, contractorId, id, sha256, startDay, by }: Confirmation,
): Promise<Lead> {
  const content = await findEstimate(leadId, id)
  if (content?.sha256 !== sha256) throw notShown
  let alongside: (session: ClientSession) => Promise<void> = () => Promise.resolve()
  const seen = { id: String(leadId), version: null, alongside: (session: ClientSession) => alongside(session) }
  return guardedWrite(ctx, seen, (current) => {
    const at = ctx.now()
    const chosen = current.estimates?.find((each) => each.id === id && each.contractorId === contractorId)
    if (chosen?.state === 'agreed') return { set: {}, activity: [] }
    if (chosen?.state !== 'chosen') throw notShown
    requireJob(current, contractorId)
    if (current.status === 'lost') throw closed
    if (chosen.validUntil <= at) throw isOver
    const isForJob = chosen.variationOf === null
    const day = isForJob ? checkedDay(startDay, londonDay(at)) : null
    alongside = async (session) => {
      await requireActing(contractorId, session)
      const isConfirmed = await writeGuarded(
        {
          leadId,
          at,
          ...changeEstimates('firm confirms it', at, { id }, day === null ? {} : { startDay: day }),
        },
        session,
      )
      if (!isConfirmed) throw notShown
      for (const message of await emailsAfter(ctx, current, chosen, at, session)) {
        await storeEmail(ctx, message, session)
        afterCommit(session, () => void sendStoredEmail(ctx, message))
      }
    }
    const to = isForJob && canMove(current.status, 'converted') ? 'converted' : current.status
    const { total: amount, currency, contractorName } = chosen
    const outcome = { kind: 'won' as const, at, amount, currency, reason: null }
    return {
      set: moved(current, { status: to }, by, at),
      activity: [],
      report: { contractorId, contractorName, outcome },
    }
  })
}

const isOver = new AppError(
  'CONFLICT',
  'The quote was valid for a time that has passed, so it cannot be confirmed. Send a new version, which the homeowner can choose.',
)

const notShown = new AppError(
  'CONFLICT',
  'The quote that this page showed is not the one that is chosen now. Nothing was confirmed. Open the page of the job again.',
)

function checkedDay(day: string | null, today: string): string {
  if (day === null || !isDay(day)) throw invalid('start_day', 'Choose the day on which you start')
  if (day < today) throw invalid('start_day', 'Choose a day that is not over')
  if (day > dayAfter(today, maximumDaysAhead)) throw invalid('start_day', 'Choose a day within two years')
  return day
}

/** Declines the other firms' open prices, and tells everybody. */
async function emailsAfter(
  ctx: Context,
  before: Lead,
  chosen: LeadEstimate,
  at: Date,
  session: ClientSession,
): Promise<StoredEmail[]> {
  const lead = { _id: before.id, email: before.email, offers: before.offers }
  await webhooksAbout(ctx, 'agreed', { leadId: before.id, at, estimates: [chosen] }, session)
  const agreed = await emailToHomeowner('estimate-agreed', { lead, estimate: chosen }, session)
  if (chosen.variationOf !== null) return agreed
  const which = { variationOf: null, except: chosen.id }
  const because = chosen.othersBecause ?? 'another-firm'
  await writeGuarded(
    { leadId: before.id, at, ...changeEstimates('another is agreed', at, which, { because }) },
    session,
  )
  const after = await LeadModel.findById(before.id, 'estimates', { session }).lean().orFail()
  const told = await tellDeclined(ctx, { ...lead, estimates: after.estimates ?? [] }, at, session)
  return [...agreed, ...told]
}

type Declined = Parameters<typeof emailToFirm>[1]['lead'] & Pick<Lead, 'estimates'>

/** A polite no to each firm whose latest price was declined at this moment: by email, which is stored by the caller, and by webhook. */
export async function tellDeclined(
  ctx: Context,
  lead: Declined,
  at: Date,
  session: ClientSession,
): Promise<StoredEmail[]> {
  const estimates = latestEstimates(lead.estimates).filter(
    ({ state, decidedAt }) => state === 'declined' && decidedAt?.getTime() === at.getTime(),
  )
  await webhooksAbout(ctx, 'declined', { leadId: lead._id, at, estimates }, session)
  const emails: StoredEmail[] = []
  // One after the other: a transaction takes one command at a time.
  for (const estimate of estimates)
    emails.push(...(await emailToFirm('estimate-declined', { lead, estimate }, session)))
  return emails
}
