import { AppError, invalid } from '@kerbside/schema/errors'
import { maximumChoices, maximumName } from '@kerbside/schema/estimates/choosing'
import { chosenEstimate, declineReasons, type LeadEstimate } from '@kerbside/schema/estimates/estimate'
import { findEstimate } from '@kerbside/schema/estimates/estimate.model'
import { formatAmount } from '@kerbside/schema/amount'
import { pendingStatuses, type Lead } from '@kerbside/schema/leads/lead'
import type { LeadRecord } from '@kerbside/schema/leads/lead.model'
import { changeEstimates } from '@kerbside/schema/leads/write-estimates.model'
import { heldBy } from '@kerbside/schema/leads/write-offers.model'
import { parse } from '@kerbside/schema/validate'
import type { ClientSession, QueryFilter } from 'mongoose'
import { z } from 'zod'
import type { Context } from '../../deps.ts'
import { cancelAgreement } from '../../estimates/cancel-agreement.ts'
import { tellDeclined } from '../../estimates/confirm-estimate.ts'
import { countEmails, emailToFirm, emailToHomeowner } from '../../estimates/estimate-emails.ts'
import { requireActing } from '../../estimates/may-send.ts'
import { webhooksAbout } from '../../estimates/webhooks-about.ts'
import type { StoredEmail } from '../../events/stored-email.ts'
import { changeOwnLead, justChanged, tries } from '../change-own-lead.ts'
import { findOwnLead } from '../manage.service.ts'
import { unknownPrice } from './prices.service.ts'

const Choice = z.object({
  name: z
    .string('Type your name')
    .transform((name) => name.replace(/\p{Cc}|\s+/gu, ' ').trim())
    .pipe(z.string().min(2, 'Type your name').max(maximumName, `Type ${maximumName} characters at most`)),
  /** Of the version that the page showed. */
  sha256: z.string('Load the page again'),
  others_because: z.enum(declineReasons, 'Choose a reason').default('another-firm'),
})

const ownOne = new AppError(
  'CONFLICT',
  'This price is from us. To take it, reply to the email that we sent you with it.',
)

const toLater = new AppError('CONFLICT', 'This price cannot be chosen any more. Go back to your prices to see why.')

/**
 * The homeowner chooses a price: just the version that they saw, and one of the job at most. All that must hold is checked
 * by the write itself. The same press again changes nothing.
 */
export async function choosePrice(ctx: Context, token: string, id: string, input: unknown): Promise<void> {
  const lead = await findOwnLead(ctx, token)
  const own = ownPrice(lead, id)
  const { name, sha256, others_because: othersBecause } = parse(Choice, input)
  const content = await findEstimate(lead.id, id)
  if (content?.sha256 !== sha256) throw invalid('sha256', 'This is not the price that the page showed. Load it again.')
  const { contractorId } = own
  if (contractorId === null) throw ownOne
  if (own.state === 'chosen' || own.state === 'agreed') return
  if ((await countEmails('estimate-chosen', lead.id, id)) >= maximumChoices) throw tooOften
  const at = ctx.now()
  const { variationOf, extraWork } = own
  const isForJob = variationOf === null
  const beside = { chosenBy: name, ...(isForJob && { othersBecause }) }
  const { guard, ...chosen } = changeEstimates(
    'homeowner chooses it',
    at,
    { id, variationOf, extraWork: extraWork ?? null },
    beside,
  )
  const isChosen = await changeOwnLead(ctx, lead, {
    at,
    guard: { $and: [guard, isForJob ? openJob : notClosed, heldBy(contractorId)] } as QueryFilter<LeadRecord>,
    ...chosen,
    audited: {
      action: 'homeowner.chose-price',
      details: `${own.contractorName}, ${formatAmount({ amount: own.total, currency: own.currency })}`,
    },
    emailsOf: async (after, session) => [
      ...(await emailToFirm('estimate-chosen', { lead: after, estimate: own }, session)),
      ...(await emailToHomeowner('agreement', { lead: after, estimate: own }, session)),
    ],
    alongside: async (_after, session) => {
      await requireActing(contractorId, session)
      await webhooksAbout(ctx, 'chosen', { leadId: lead.id, at, estimates: [own] }, session)
    },
  })
  if (!isChosen && !(await isChosenNow(ctx, token, id))) throw toLater
}

const notClosed = { status: { $ne: 'lost' } } as const
const openJob = { status: { $in: [...pendingStatuses] } }

const tooOften = invalid(
  'name',
  'You have chosen this price and given it up several times. Please reply to one of our emails instead.',
)

function ownPrice({ estimates = [] }: Lead, id: string): LeadEstimate {
  const own = estimates.find((each) => each.id === id)
  if (!own) throw unknownPrice
  return own
}

async function isChosenNow(ctx: Context, token: string, id: string): Promise<boolean> {
  const { state } = ownPrice(await findOwnLead(ctx, token), id)
  return state === 'chosen' || state === 'agreed'
}

/** Takes a choice back while it `isUndoable` and the firm has not confirmed it. The firm hears it. */
export async function undoChoice(ctx: Context, token: string, id: string): Promise<void> {
  const lead = await findOwnLead(ctx, token)
  const own = ownPrice(lead, id)
  const at = ctx.now()
  const isUndone = await changeOwnLead(ctx, lead, {
    at,
    ...changeEstimates('homeowner undoes the choice', at, { id }, { unconfirmedDays: ctx.settings().unconfirmedDays }),
    audited: { action: 'homeowner.undid-choice', details: own.contractorName },
    emailsOf: (after, session) => emailToFirm('choice-undone', { lead: after, estimate: own }, session),
    alongside: (_after, session) => webhooksAbout(ctx, 'undone', { leadId: lead.id, at, estimates: [own] }, session),
  })
  if (!isUndone && ownPrice(await findOwnLead(ctx, token), id).state !== 'sent') throw notUndone
}

const notUndone = new AppError(
  'CONFLICT',
  'This choice cannot be undone now. If the contractor does not confirm it, you can choose another in a few days.',
)

const Cancelled = z.object({ reason: z.string().trim().max(500, 'Use 500 characters or fewer').default('') })

/** The homeowner cancels what they have agreed; the contractor reads the reason, if there is one. */
export async function cancelOwnAgreement(ctx: Context, token: string, id: string, input: unknown): Promise<void> {
  const lead = await findOwnLead(ctx, token)
  ownPrice(lead, id)
  const { reason } = parse(Cancelled, input)
  await cancelAgreement(ctx, { leadId: lead.id, id, reason, by: null })
}

const None = z.object({ reason: z.enum(declineReasons, 'Choose a reason') })

/** The homeowner takes none of the prices that are open: the firms hear it with the reason. */
export async function chooseNone(ctx: Context, token: string, input: unknown): Promise<void> {
  const { reason: because } = parse(None, input)
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const lead = await findOwnLead(ctx, token)
    const { estimates = [] } = lead
    if (chosenEstimate(estimates)) throw invalid('reason', 'You have chosen a price. Undo that first.')
    if (estimates.every(({ state, variationOf }) => state !== 'sent' || variationOf !== null)) return
    const at = ctx.now()
    const { guard, ...declined } = changeEstimates('nothing fits', at, { variationOf: null }, { because })
    const isDone = await changeOwnLead(ctx, lead, {
      at,
      guard: { $and: [guard, { version: lead.version }] },
      ...declined,
      audited: { action: 'homeowner.chose-none', details: because },
      emailsOf: (after, session) => noes(ctx, after, at, session),
    })
    if (isDone) return
  }
  throw justChanged
}

const noes = (ctx: Context, after: LeadRecord, at: Date, session: ClientSession): Promise<StoredEmail[]> =>
  tellDeclined(ctx, after, at, session)
