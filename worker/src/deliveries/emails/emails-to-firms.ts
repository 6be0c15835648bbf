import { emailAddressOf, mayTakeJobs } from '@kerbside/schema/contractors/contractor'
import {
  deliveryId,
  digestKind,
  type ContractorEmailKind,
  type FirmEmailKind,
} from '@kerbside/schema/deliveries/delivery'
import { isHomeownerPaused } from '@kerbside/schema/deliveries/delivery.model'
import type { Mailbox } from '@kerbside/schema/emails/email'
import {
  contactDetailsEmail,
  contractorLinkEmail,
  correctionNoticeEmail,
  eraseNoticeEmail,
  offerEmail,
  stopNoticeEmail,
} from '@kerbside/schema/emails/firm-emails'
import {
  estimateReminderEmail,
  estimateWithdrawnNoticeEmail,
  requestClosedNoticeEmail,
  noPriceNoticeEmail,
  releaseNoticeEmail,
} from '@kerbside/schema/emails/estimate-emails'
import { waitsForPrice } from '@kerbside/schema/leads/waiting-for-price'
import { acceptedNoticeEmail } from '@kerbside/schema/emails/homeowner-emails'
import {
  agreementCancelledNoticeEmail,
  choiceUndoneEmail,
  confirmReminderEmail,
  estimateChosenEmail,
  estimateDeclinedEmail,
  estimateQuestionEmail,
} from '@kerbside/schema/emails/estimate-emails'
import { offerDigestEmail, type DigestJob } from '@kerbside/schema/emails/offer-digest-email'
import { chosenEstimate, isTaken } from '@kerbside/schema/estimates/estimate'
import { questionsTo } from '@kerbside/schema/estimates/question'
import { isOpenToFirms, type Lead } from '@kerbside/schema/leads/lead'
import { stopUndoableUntil } from '@kerbside/schema/manage/undo-stop'
import { firmsWithDetails, offerRound, type Offer } from '@kerbside/schema/offers/offer'
import { firmReads } from '@kerbside/schema/redaction/redact'
import { firmPath, jobPath, offerPaths, stopOffersPath } from '@kerbside/schema/links/firm-links'
import { sealDigest } from '../offer-digest.ts'
import { estimateAbout, findFirm, findLead, isOfClosing, type Firm } from './find-subjects.ts'
import { ownPageLink } from './emails-to-homeowners.ts'
import { notWanted, type BuildDeps, type Composed, type EmailRenderer, type Wanted } from './rendered-email.ts'
import { isChoiceOf, priceAttachment, pricedIn, type Priced } from '../prices/priced-in.ts'
import { withWords } from './with-words.ts'

type EmailContext = { deps: BuildDeps; lead: Lead; offer: Offer; firm: Firm; to: Mailbox; delivery: Wanted }

type FirmEmail = {
  /** The offer that it is about, as it must be. */
  offerOf?: (lead: Lead, delivery: Wanted) => Offer | undefined
  isWanted: (lead: Lead, offer: Offer, at: Date) => boolean
  mayGet?: (firm: Firm, at: Date) => boolean
  goesToHomeowner?: true
  /** Null when it is not wanted any more. */
  compose: (email: EmailContext) => Composed | null | Promise<Composed | null>
}

/** The latest offer to the firm. */
const latestOffer = ({ offers }: Lead, { contractorId }: Wanted) =>
  offers.findLast((offer) => offer.contractorId === contractorId)

const anyFirm = () => true

/** An email to a firm about a lead, or to the homeowner about a firm. */
const aboutOffer =
  ({ offerOf = latestOffer, mayGet = anyFirm, ...email }: FirmEmail): EmailRenderer =>
  async (deps, delivery) => {
    const [lead, firm] = await Promise.all([findLead(delivery.leadId), findFirm(delivery.contractorId)])
    if (!lead) return { kind: 'subject-gone' }
    if (email.goesToHomeowner && (await isHomeownerPaused(lead.id))) return { kind: 'address-bounced' }
    const at = deps.now()
    const offer = offerOf(lead, delivery) ?? null
    if (!offer || !email.isWanted(lead, offer, at)) return notWanted(lead, at, offer)
    if (!firm || !mayGet(firm, at)) return { kind: 'firm-gone' }
    if (firm.addressBounce && !email.goesToHomeowner) return { kind: 'address-bounced' }
    const to = { name: firm.name, address: emailAddressOf(firm) }
    const composed = await email.compose({ deps, lead, offer, firm, to, delivery })
    return composed ? { kind: 'email', lead, ...composed } : { kind: 'not-wanted', offer }
  }

/** Once the homeowner has stopped sharing, firms are told that and nothing else. */
const hasAccepted = ({ sharingStoppedAt }: Lead, { state }: Offer) => state === 'accepted' && !sharingStoppedAt

export const firmEmails: Record<FirmEmailKind | ContractorEmailKind | typeof digestKind, EmailRenderer> = {
  offer: aboutOffer({
    // A firm that was asked more than once has one email per offer.
    offerOf: ({ id, offers }, { _id, contractorId }) =>
      offers.find(
        (offer) =>
          offer.contractorId === contractorId &&
          deliveryId(id, 'offer', contractorId, offerRound(offers, offer)) === _id,
      ),
    isWanted: isOfferWanted,
    mayGet: takesOffers,
    async compose({ deps, lead, offer, firm, to }) {
      const links = {
        ...(await offerLinks(deps, firm, lead.id, offer)),
        ...(await ownLinks(deps, firm, offer.offeredAt)),
      }
      const open = { expiresAt: offer.expiresAt, links }
      return withWords(deps, 'offer', (words) => offerEmail(lead, to, open, words))
    },
  }),
  [digestKind]: renderDigest,
  'contractor-link': renderNewLink,
  'contact-details': aboutOffer({
    isWanted: hasAccepted,
    async compose({ deps, lead, offer, firm, to }) {
      const links = await jobLinks({ deps, lead, offer, firm })
      return withWords(deps, 'contact-details', (words) => contactDetailsEmail(lead, to, links, words))
    },
  }),
  'accepted-notice': aboutOffer({
    isWanted: hasAccepted,
    goesToHomeowner: true,
    async compose({ deps, lead, offer, firm, delivery }) {
      const holders = firmsWithDetails(lead.offers)
      const earlier = holders.slice(0, holders.indexOf(offer)).map(({ contractorName }) => contractorName)
      const accepted = { firm, earlier, href: await ownPageLink(deps, lead, delivery) }
      return withWords(deps, 'accepted-notice', (words) => acceptedNoticeEmail(lead, accepted, words))
    },
  }),
  'stop-notice': aboutOffer({
    isWanted: ({ sharingStoppedAt, erasedAt }, { state }) =>
      state === 'accepted' && Boolean(sharingStoppedAt) && !erasedAt,
    compose: ({ lead, to }) => ({ email: stopNoticeEmail(lead, to) }),
  }),
  'erase-notice': aboutOffer({
    isWanted: ({ erasedAt }, { state }) => state === 'accepted' && Boolean(erasedAt),
    compose: ({ lead, to }) => ({ email: eraseNoticeEmail(lead, to) }),
  }),
  'estimate-withdrawn-notice': aboutOffer({
    isWanted: hasAccepted,
    async compose({ deps, lead, offer, firm, to, delivery }) {
      const estimate = estimateAbout(lead, delivery)
      if (estimate?.state !== 'withdrawn') return null
      const { job } = await jobLinks({ deps, lead, offer, firm })
      return { email: estimateWithdrawnNoticeEmail(lead, to, estimate, job) }
    },
  }),
  'estimate-reminder': aboutOffer({
    isWanted: waitsForPrice,
    async compose({ deps, lead, offer, firm, to, delivery }) {
      const { job: href } = await jobLinks({ deps, lead, offer, firm })
      const isLast = delivery._id === deliveryId(lead.id, 'estimate-reminder', offer.contractorId, 1)
      return { email: estimateReminderEmail(lead, to, { href, isLast }) }
    },
  }),
  'no-price-notice': aboutOffer({
    isWanted: waitsForPrice,
    goesToHomeowner: true,
    compose: async ({ deps, lead, firm, delivery }) => ({
      email: noPriceNoticeEmail(lead, firm, await ownPageLink(deps, lead, delivery)),
    }),
  }),
  'release-notice': aboutOffer({
    isWanted: (_lead, { state }) => state === 'released',
    compose: ({ lead, to }) => ({ email: releaseNoticeEmail(lead, to) }),
  }),
  'request-closed-notice': aboutOffer({
    isWanted: hasAccepted,
    async compose({ deps, lead, offer, firm, to, delivery }) {
      if (!isOfClosing(lead, delivery)) return null
      const { job } = await jobLinks({ deps, lead, offer, firm })
      return { email: requestClosedNoticeEmail(lead, to, job) }
    },
  }),
  'estimate-chosen': aboutPrice('estimate-chosen', async ({ deps, lead, offer, firm, to, own, estimate }) => {
    if (!isTaken(own)) return null
    const { job } = await jobLinks({ deps, lead, offer, firm })
    const email = estimateChosenEmail(lead, to, estimate, { by: own.chosenBy ?? '', href: `${job}/agreement` })
    return { email: { ...email, attachments: [await priceAttachment(estimate, lead)] } }
  }),
  'confirm-reminder': aboutPrice(
    'confirm-reminder',
    async ({ deps, lead, offer, firm, to, own, estimate, delivery }) => {
      if (!isChoiceOf(delivery, own, deps.now()) || lead.status === 'lost') return null
      const { job } = await jobLinks({ deps, lead, offer, firm })
      return { email: confirmReminderEmail(lead, to, estimate, `${job}/agreement`) }
    },
  ),
  'choice-undone': aboutPrice('choice-undone', async ({ deps, lead, offer, firm, to, own, estimate }) => {
    if (isTaken(own)) return null
    const { job } = await jobLinks({ deps, lead, offer, firm })
    return { email: choiceUndoneEmail(lead, to, estimate, job) }
  }),
  'agreement-cancelled-notice': aboutPrice(
    'agreement-cancelled-notice',
    async ({ deps, lead, offer, firm, to, own, estimate }) => {
      if (own.state !== 'cancelled') return null
      const { job: href } = await jobLinks({ deps, lead, offer, firm })
      const cancelled = { estimate, because: own.withdrawnBecause ?? null, href }
      return { email: agreementCancelledNoticeEmail(lead, to, cancelled) }
    },
  ),
  'estimate-declined': aboutPrice('estimate-declined', async ({ deps, lead, offer, firm, to, own, estimate }) => {
    if (own.state !== 'declined') return null
    const because = own.declinedBecause ?? 'another-firm'
    const isOver = chosenEstimate(lead.estimates) !== undefined
    const href = isOver ? null : (await jobLinks({ deps, lead, offer, firm })).job
    return { email: estimateDeclinedEmail(lead, to, estimate, { because, isOver, href }) }
  }),
  'estimate-question': aboutOffer({
    isWanted: hasAccepted,
    async compose({ deps, lead, offer, firm, to, delivery }) {
      const questions = questionsTo(lead.questions, offer.contractorId, firmReads(lead, offer))
      const isThis = ({ id }: { id: string }) =>
        deliveryId(lead.id, 'estimate-question', `${id}-${offer.contractorId}`) === delivery._id
      const question = questions.find(isThis)
      if (!question || question.answer) return null
      const { job } = await jobLinks({ deps, lead, offer, firm })
      return { email: estimateQuestionEmail(lead, to, { text: question.text, href: `${job}/questions` }) }
    },
  }),
  'correction-notice': aboutOffer({
    isWanted: hasAccepted,
    async compose({ deps, lead, offer, firm, to, delivery }) {
      const isThis = (_: unknown, round: number) =>
        deliveryId(lead.id, 'correction-notice', offer.contractorId, round) === delivery._id
      const correction = lead.corrections?.find(isThis)
      if (!correction) return null
      const { job: href } = await jobLinks({ deps, lead, offer, firm })
      return { email: correctionNoticeEmail(lead, to, { changes: correction.changes, href }) }
    },
  }),
}

type PriceEmail = EmailContext & Priced

/** An email to a firm about what was decided about its price. */
function aboutPrice(
  kind: 'estimate-chosen' | 'confirm-reminder' | 'choice-undone' | 'agreement-cancelled-notice' | 'estimate-declined',
  compose: (context: PriceEmail) => Composed | null | Promise<Composed | null>,
): EmailRenderer {
  return aboutOffer({
    isWanted: hasAccepted,
    async compose(context) {
      const priced = await pricedIn(context.lead, context.delivery, kind)
      return priced && compose({ ...context, ...priced })
    },
  })
}

/** A new link to the contractor's page, for whoever had one that ended. */
async function renderNewLink(deps: BuildDeps, { contractorId, createdAt }: Wanted): ReturnType<EmailRenderer> {
  const firm = await findFirm(contractorId)
  if (!firm?.active) return { kind: 'firm-gone' }
  if (firm.addressBounce) return { kind: 'address-bounced' }
  const to = { name: firm.name, address: emailAddressOf(firm) }
  return { kind: 'email', lead: null, email: contractorLinkEmail(to, await firmLink(deps, firm, createdAt)) }
}

/** The email with all offers of a firm's day that are still open. */
async function renderDigest(deps: BuildDeps, { _id, contractorId }: Wanted): ReturnType<EmailRenderer> {
  const at = deps.now()
  const entries = await sealDigest(deps, _id)
  const firm = await findFirm(contractorId)
  if (!firm || !takesOffers(firm, at)) return { kind: 'firm-gone' }
  const leads = await Promise.all(entries.map(({ leadId }) => findLead(leadId)))
  const held = leads.flatMap((lead) => (lead && stopUndoableUntil(lead, at)) ?? [])[0]
  if (held) return { kind: 'held', until: held }
  const jobs: DigestJob[] = []
  let latest: Offer | null = null
  for (const [index, { leadId, round }] of entries.entries()) {
    const lead = leads[index]
    const offer = lead?.offers.find((own) => own.contractorId === firm.id && offerRound(lead.offers, own) === round)
    if (!lead || !offer || !isOfferWanted(lead, offer, at)) continue
    jobs.push({ lead, expiresAt: offer.expiresAt, links: await offerLinks(deps, firm, leadId, offer) })
    latest = offer
  }
  if (latest === null) return { kind: 'not-wanted', offer: null }
  const to = { name: firm.name, address: emailAddressOf(firm) }
  const links = await ownLinks(deps, firm, latest.sendAt ?? at)
  const worded = await withWords(deps, digestKind, (words) => offerDigestEmail(to, jobs, links, words))
  return { kind: 'email', lead: null, ...worded }
}

/** Whether an offer is open and an answer would come in time, even if the sweep has not closed it yet. */
function isOfferWanted(lead: Lead, { state, expiresAt }: Offer, at: Date): boolean {
  return state === 'offered' && expiresAt > at && isOpenToFirms(lead)
}

/** Whether a firm gets emails that offer it jobs. */
function takesOffers(firm: Firm, at: Date): boolean {
  return mayTakeJobs(firm, at) && !firm.addressBounce
}

export async function offerLinks(deps: BuildDeps, firm: Firm, leadId: number, offer: Offer) {
  const { accept, decline } = await offerPaths(deps.links, firm, leadId, offer)
  const at = (path: string) => `${deps.config.PUBLIC_URL}${path}`
  return { accept: at(accept), decline: at(decline) }
}

const firmLink = async ({ links, config }: BuildDeps, firm: Firm, at: Date) =>
  `${config.PUBLIC_URL}${await firmPath(links, firm, at)}`

/** The links of an email with offers to what is the firm's own. */
async function ownLinks(deps: BuildDeps, firm: Firm, at: Date) {
  const stop = `${deps.config.PUBLIC_URL}${await stopOffersPath(deps.links, firm, at)}`
  return { firm: await firmLink(deps, firm, at), stop }
}

async function jobLinks({ deps, lead, offer, firm }: Pick<EmailContext, 'deps' | 'lead' | 'offer' | 'firm'>) {
  const job = `${deps.config.PUBLIC_URL}${await jobPath(deps.links, firm, lead.id, offer)}`
  return { job, firm: await firmLink(deps, firm, offer.decidedAt ?? offer.offeredAt) }
}
