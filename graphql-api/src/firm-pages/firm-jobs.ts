import { formatAmount } from '@kerbside/schema/amount'
import type { Contractor } from '@kerbside/schema/contractors/contractor'
import { jobName } from '@kerbside/schema/emails/email-texts'
import { canBeChosen, latestEstimates, startDayOf } from '@kerbside/schema/estimates/estimate'
import { questionsTo } from '@kerbside/schema/estimates/question'
import { isPending } from '@kerbside/schema/leads/lead'
import { jobLinkUntil, jobPath, offerPaths } from '@kerbside/schema/links/firm-links'
import { isOutcomeAsked, latestOutcome, outcomeText } from '@kerbside/schema/offers/job-outcome'
import type { Offer } from '@kerbside/schema/offers/offer'
import { columnOf } from '@kerbside/schema/quotes/columns'
import { areaOf } from '@kerbside/schema/quotes/places'
import { jobAnswers } from '@kerbside/schema/redaction/redact'
import { capitalised, countOf } from '@kerbside/schema/text'
import { longDay, shortDayAndTime, startOfLondonDay } from '@kerbside/schema/time/london-time'
import { leadsOffered, type OfferedLead } from '../contractors/contractors.service.ts'
import type { Context } from '../deps.ts'
import { chosenOf } from '../estimates/confirm-estimate.ts'

/** Where a job stands for its firm. `page`: below the page of the job, where the next step is done. */
type Step = {
  group: 'firm' | 'homeowner' | 'over'
  stage: string
  next?: string
  waits?: string
  page?: '/agreement' | '/questions' | '/price'
  /** Somebody waits for the firm's answer: above everything else. */
  isAsked?: true
}

/** A row of a firm's own page. `path`: null once the link to the job has run out. */
export type FirmJob = {
  group: Step['group']
  /** The homeowner's name once the firm has the details, else the reference. */
  who: string
  place: string | null
  job: string
  stage: string
  next: string | null
  waits: string | null
  path: string | null
}

type Own = Pick<OfferedLead, 'lead' | 'offer'>

/** The jobs of the firm that are open or were accepted, those first that wait for an answer, then the newest. */
export async function jobsOf(ctx: Context, firm: Contractor): Promise<FirmJob[]> {
  const now = ctx.now()
  const isListed = ({ state, expiresAt }: Offer) => (state === 'offered' && expiresAt > now) || state === 'accepted'
  const own = (await leadsOffered(firm.id, fields)).filter(({ offer }) => isListed(offer))
  const rows = own.map((each) => ({ ...each, step: stepOf(each, now) }))
  const since = ({ offer }: Own) => (offer.decidedAt ?? offer.offeredAt).getTime()
  const isAsked = ({ step }: { step: Step }) => Number(step.isAsked ?? false)
  const sorted = rows.toSorted((a, b) => isAsked(b) - isAsked(a) || since(b) - since(a))
  return Promise.all(sorted.map(({ step, ...each }) => rowOf(ctx, { firm, ...each }, step, now)))
}

const fields =
  'reference fullName firstName lastName postcode trade answers offers estimates questions status sharingStoppedAt'

async function rowOf(
  { links }: Context,
  { firm, lead, offer }: Own & { firm: Contractor },
  step: Step,
  now: Date,
): Promise<FirmJob> {
  const { group, stage, next = null, waits = null, page = '' } = step
  const isOpen = offer.state === 'offered'
  const isGood = isOpen || jobLinkUntil(offer) > now
  const hasName = !isOpen && isGood && !lead.sharingStoppedAt
  const path = isOpen
    ? (await offerPaths(links, firm, lead._id, offer)).accept
    : `${await jobPath(links, firm, lead._id, offer)}${page}`
  return {
    group,
    who: hasName ? lead.fullName : lead.reference,
    place: areaOf(lead.postcode),
    job: jobText(lead),
    stage,
    next,
    waits,
    path: isGood ? path : null,
  }
}

const told = new Set<string | null>(['drivewayMaterial', 'drivewaySize'])

/** 'Driveway job: resin bound, 20–40m²'. */
function jobText(lead: OfferedLead['lead']): string {
  const answers = lead.answers.filter(({ name }) => told.has(columnOf(name)))
  const details = jobAnswers({ ...lead, answers }).map(({ value }) => value)
  const name = capitalised(jobName(lead))
  return details.length === 0 ? name : `${name}: ${details.join(', ')}`
}

const over = (stage: string, waits?: string): Step => ({ group: 'over', stage, ...(waits !== undefined && { waits }) })

/** The first of these that holds. */
function stepOf({ lead, offer }: Own, now: Date): Step {
  if (offer.state === 'offered') {
    const waits = `Decide by ${shortDayAndTime(offer.expiresAt)}`
    return { group: 'firm', stage: 'New job', next: 'Accept or decline', waits, isAsked: true }
  }
  const outcome = latestOutcome(offer)
  if (lead.sharingStoppedAt) return over('Stopped', 'Please make no further contact.')
  if (jobLinkUntil(offer) <= now) return over(outcome ? outcomeText(outcome) : 'No report')
  return stepOfAsked(lead, offer.contractorId) ?? stepOfPrice(lead, offer, now)
}

type JobLead = OfferedLead['lead']

/** What the homeowner waits for, or has agreed. */
function stepOfAsked(lead: JobLead, contractorId: string): Step | null {
  if (chosenOf(lead, contractorId)) {
    const waits = 'The homeowner has chosen you.'
    return { group: 'firm', stage: 'Price chosen', next: 'Confirm this job', waits, page: '/agreement', isAsked: true }
  }
  const unanswered = questionsTo(lead.questions, contractorId).filter(({ answer }) => answer === null).length
  if (unanswered > 0) {
    const next = `Answer ${countOf(unanswered, 'question')}`
    return { group: 'firm', stage: 'Question', next, page: '/questions', isAsked: true }
  }
  const start = startDayOf(lead.estimates, contractorId)
  return start === null ? null : over('Agreed', `You start on ${longDay(startOfLondonDay(start))}.`)
}

function stepOfPrice(lead: JobLead, offer: Offer, now: Date): Step {
  const outcome = latestOutcome(offer)
  const isGoingOn = isPending(lead.status)
  if (outcome?.kind === 'cannot-reach' && isGoingOn) {
    return {
      group: 'homeowner',
      stage: outcomeText(outcome),
      waits: 'We have asked whether the request is still right.',
    }
  }
  if (outcome && outcome.kind !== 'quoted') return over(outcomeText(outcome))
  const price = latestEstimates(lead.estimates).find(({ contractorId }) => contractorId === offer.contractorId)
  if (price?.state === 'declined') return over('Not chosen')
  if (price?.state === 'sent' && isGoingOn) {
    if (!canBeChosen(price, now))
      return { group: 'firm', stage: 'Price expired', next: 'Send a new version', page: '/price' }
    const { total: amount, currency, validUntil } = price
    const stage = `Price sent: ${formatAmount({ amount, currency })}`
    return { group: 'homeowner', stage, waits: `Can be chosen until ${shortDayAndTime(validUntil)}` }
  }
  if (outcome) {
    return isGoingOn
      ? { group: 'homeowner', stage: outcomeText(outcome), waits: 'The homeowner compares.' }
      : { group: 'firm', stage: outcomeText(outcome), next: 'Tell us whether you won it' }
  }
  if (!isGoingOn) return over('Request closed')
  const next = isOutcomeAsked(offer, now) ? 'Send your price, or tell us how it went' : 'Get in touch'
  return { group: 'firm', stage: 'You have the details', next, waits: acceptedText(offer) }
}

const acceptedText = ({ decidedAt, offeredAt }: Offer) => `Accepted ${shortDayAndTime(decidedAt ?? offeredAt)}`
