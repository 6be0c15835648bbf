import { deliveryId, digestId } from '@kerbside/schema/deliveries/delivery'
import { LeadModel, type LeadRecord } from '@kerbside/schema/leads/lead.model'
import type { TestApp } from '../../graphql-api/src/testing/test-app.ts'
import type { Deps as WorkerDeps } from '../../worker/src/deps.ts'
import type { MailSink } from '../../worker/src/testing/mail-sink.ts'

/** The real system. */
export type House = {
  app: TestApp
  worker: WorkerDeps
  sink: MailSink
  clock: { advance: (milliseconds: number) => void; now: () => Date }
  firmIds: string[]
}

/** `stoppedAfter`: how many emails had offered it when the homeowner wanted no more; null if that did not happen. */
export type KnownLead = {
  id: number
  isOpen: boolean
  isErased: boolean
  accepted: Set<string>
  stoppedAfter: number | null
  /** Firms that took a no back. They had seen the offer, so one whose email was not out by then needs none. */
  undone: Set<string>
}

/** What must be true, as plainly as it can be said. */
export type Model = {
  leads: KnownLead[]
  /** Firms that were ever paused, lapsed or switched off: their free places may stay empty. */
  hadLimits: boolean
}

const emailsOf = ({ sink }: House, id: string) => sink.emails.filter(({ messageId }) => messageId.startsWith(`<${id}@`))

const referenceOf = async (id: number) => (await LeadModel.findById(id, 'reference').lean().orFail()).reference

/** Emails that offered a lead to firms: its own and those of firms' days. */
export async function offerEmails({ sink }: House, id: number): Promise<number> {
  const reference = await referenceOf(id)
  const isOfferOf = (messageId: string, text: string) =>
    messageId.startsWith(`<lead-${id}-offer-`) || (messageId.startsWith('<firm-') && text.includes(reference))
  return sink.emails.filter(({ messageId, text }) => isOfferOf(messageId, text)).length
}

/** Emails that made this one offer: its own, and that of the firm's day. A firm can have had the job before. */
function emailsOfOffer(house: House, lead: LeadRecord, offer: LeadRecord['offers'][number]): number {
  const { contractorId, digestDay } = offer
  const sameFirm = lead.offers.filter((each) => each.contractorId === contractorId)
  const own = emailsOf(house, deliveryId(lead._id, 'offer', contractorId, sameFirm.indexOf(offer)))
  const ofDay = digestDay ? emailsOf(house, digestId(contractorId, digestDay)) : []
  return own.length + ofDay.filter(({ text }) => text.includes(lead.reference)).length
}

/** Holds after each command. */
export async function checkAlways(model: Model, house: House): Promise<void> {
  const leads = await LeadModel.find().lean()
  if (leads.length !== model.leads.length) throw new Error(`${leads.length} leads of ${model.leads.length}`)
  for (const { id, accepted, stoppedAfter, isErased } of model.leads) {
    if (stoppedAfter !== null && (await offerEmails(house, id)) > stoppedAfter)
      throw new Error(`lead ${id} offered after a stop`)
    const lead = leads.find(({ _id }) => _id === id) as LeadRecord
    const held = lead.offers.filter(({ state }) => state === 'offered' || state === 'accepted')
    if (held.length > lead.maximumFirms) throw new Error(`${held.length} firms have lead ${id}`)
    if (new Set(held.map(({ contractorId }) => contractorId)).size < held.length) throw new Error('a firm has it twice')
    if (isErased && /homeowner-\d|07700|\+447700|Aoife|Byrne/.test(JSON.stringify(lead))) throw new Error('not erased')
    for (const firm of house.firmIds.filter((firm) => !accepted.has(firm))) {
      if (emailsOf(house, `lead-${id}-contact-details-${firm}`).length > 0)
        throw new Error('details without acceptance')
    }
  }
}

/** Holds once everything has come to rest: what had to follow did. */
export async function checkInTheEnd(model: Model, house: House): Promise<void> {
  await checkAlways(model, house)
  for (const { id, isOpen, isErased, accepted, stoppedAfter, undone } of model.leads) {
    const lead = await LeadModel.findById(id).lean().orFail()
    const once = [`lead-${id}-confirmation`]
    for (const firm of accepted) once.push(`lead-${id}-contact-details-${firm}`, `lead-${id}-accepted-notice-${firm}`)
    const gone = [...accepted].filter((firm) => !house.firmIds.includes(firm))
    for (const email of once) {
      const { length } = emailsOf(house, email)
      // What was not sent when the homeowner wanted no more, or when the firm was deleted, may be left out.
      const mayLack = stoppedAfter !== null || gone.some((firm) => email.endsWith(firm))
      if (length > 1 || (length === 0 && !mayLack)) throw new Error(`${email} was sent ${length} times`)
    }
    if (stoppedAfter !== null && lead.offers.some(({ state }) => state === 'offered'))
      throw new Error(`lead ${id} is on offer after a stop`)
    if (lead.dispatchedAt === null || lead.outbox.length > 0) throw new Error(`lead ${id} is not done`)
    const asked = new Set(lead.offers.map(({ contractorId }) => contractorId))
    const held = lead.offers.filter(({ state }) => state === 'offered' || state === 'accepted').length
    if (isOpen && !isErased && !model.hadLimits && held < lead.maximumFirms && asked.size < house.firmIds.length) {
      throw new Error(`lead ${id} has free places and firms that were not asked`)
    }
    for (const offer of lead.offers) {
      const { state, sendAt, contractorId } = offer
      const wanted = sendAt && sendAt > house.clock.now() ? 0 : 1
      const sent = emailsOfOffer(house, lead, offer)
      const isSeen = sent === 0 && undone.has(contractorId)
      if (state === 'offered' && sent !== wanted && !isSeen)
        throw new Error(`an open offer of lead ${id} has ${sent} mails`)
    }
  }
}
