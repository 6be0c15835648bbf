import { leadEmailKinds, type LeadEmailKind } from '@kerbside/schema/deliveries/delivery'
import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { jobName } from '@kerbside/schema/emails/email-texts'
import { estimatesOf } from '@kerbside/schema/estimates/estimate.model'
import { followUpsOf, notesOf, quotesOf } from '@kerbside/schema/leads/lead'
import { formatAmount } from '@kerbside/schema/amount'
import type { Context } from '../deps.ts'
import { viewOwnRequest } from './manage.service.ts'

export type OwnData = Awaited<ReturnType<typeof collectOwnData>>

/** Which emails go to the homeowner, as the homeowner knows them. */
const emailNames: Partial<Record<LeadEmailKind, string>> = {
  confirmation: 'Confirmation of your request',
  'accepted-notice': 'Notice that a firm has your details',
  quote: 'Quote',
  'follow-up': 'Question from us',
  'check-request': 'Question whether your request is right',
  'confirm-email': 'Request to confirm your email address',
  'new-link': 'New link to your request',
  'complaint-received': 'Acknowledgement of your complaint',
  estimate: 'Price of a firm',
  agreement: 'The price that you chose',
  'estimate-agreed': 'Confirmation of a firm',
  'estimate-answer': 'Answer of a firm',
}

/**
 * What we hold about the homeowner of a lead and who got it, for a machine to read. What colleagues wrote for each other is
 * not in it: they may have written about others, so a person goes through it first.
 */
export async function collectOwnData(ctx: Context, token: string) {
  const { lead, holders } = await viewOwnRequest(ctx, token)
  const { id, attribution } = lead
  const kinds = leadEmailKinds.filter((kind) => emailNames[kind])
  const sent = await DeliveryModel.find({ leadId: id, kind: { $in: kinds }, sentAt: { $ne: null } })
    .sort({ sentAt: 1 })
    .lean()
  const estimates = await estimatesOf(id)
  return {
    made_at: ctx.now(),
    request: {
      reference: lead.reference,
      received_at: lead.createdAt,
      last_changed_at: lead.updatedAt,
      job: jobName(lead),
      status: lead.status,
      sent_from_page: lead.page,
      told_about_sharing: lead.notice,
      network_address: lead.consent?.address ?? null,
    },
    contact: {
      name: lead.fullName,
      email: lead.email,
      email_confirmed_at: lead.emailConfirmedAt ?? null,
      mobile: lead.mobile,
      postcode: lead.postcode,
    },
    before_corrections: (lead.formerContacts ?? []).map(({ firstName, lastName, email, mobile, postcode }) => ({
      name: `${firstName} ${lastName}`.trim(),
      email,
      mobile,
      postcode,
    })),
    answers: lead.answers.map(({ label, value }) => ({ question: label, answer: value })),
    photos: (lead.photos ?? []).map(({ id, at, size, by }) => ({
      received_at: at,
      added_by: by ? 'us' : 'you',
      bytes: size,
      address: `${ctx.config.PUBLIC_URL}/manage/${token}/photos/${id}`,
    })),
    came_from: attribution,
    firms_with_your_details: holders.map(({ name, since, phone, email }) => ({ name, since, phone, email })),
    firms_asked_without_your_details: lead.offers.filter(({ state }) => state !== 'accepted').length,
    your_wishes: {
      enough_quotes_at: lead.enoughQuotesAt ?? null,
      sharing_stopped_at: lead.sharingStoppedAt ?? null,
    },
    status_changes: lead.statusHistory.map(({ from, to, at }) => ({ from, to, at })),
    first_contact_by_us_at: lead.contactedAt ?? null,
    quotes_sent_to_you: quotesOf(lead).map(({ at, text, quote }) => ({
      at,
      price: formatAmount(quote),
      firm: quote.firm?.name ?? null,
      message: text ?? '',
      file: quote.file?.name ?? null,
    })),
    prices_sent_to_you: estimates.map(
      ({ contractorName, number, sentAt, totals, currency, message, sha256, ...rest }) => {
        const own = lead.estimates?.find((each) => each.id === rest.id)
        return {
          at: sentAt,
          firm: contractorName,
          version: number,
          price: formatAmount({ amount: totals.total, currency }),
          work: rest.lines.map(({ text }) => text).join('; '),
          message: message ?? '',
          files: rest.files.map(({ name }) => name).join(', '),
          sha256,
          became: own?.state ?? null,
          chosen_by: own?.chosenBy ?? null,
          first_seen_at: own?.seenAt ?? null,
        }
      },
    ),
    questions_by_you: (lead.questions ?? []).map(({ at, text, to, answers }) => ({
      at,
      question: text,
      to: to.map(({ contractorName }) => contractorName).join(', '),
      answers: answers.map((answer) => `${answer.contractorName}: ${answer.text}`).join('\n'),
    })),
    questions_sent_to_you: followUpsOf(lead).map(({ at, text }) => ({ at, message: text ?? '' })),
    ratings_by_you: lead.offers.flatMap(({ contractorName, rating }) =>
      rating ? [{ firm: contractorName, stars: rating.stars, text: rating.text, at: rating.at }] : [],
    ),
    corrections_by_you: (lead.corrections ?? []).flatMap(({ at, changes }) =>
      changes.map(({ label, before, after }) => ({ at, question: label, before, after })),
    ),
    complaints: (lead.complaints ?? []).map(({ at, text }) => ({ at, text })),
    emails_sent_to_you: sent.map(({ kind, sentAt }) => ({
      what: emailNames[kind as LeadEmailKind] ?? kind,
      at: sentAt,
    })),
    notes_of_colleagues: notesOf(lead).length,
  }
}
