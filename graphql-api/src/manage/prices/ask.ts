import { deliveryId } from '@kerbside/schema/deliveries/delivery'
import { invalid } from '@kerbside/schema/errors'
import { questionLimits } from '@kerbside/schema/estimates/question'
import type { Lead } from '@kerbside/schema/leads/lead'
import { addQuestion } from '@kerbside/schema/leads/write-estimates.model'
import { firmsWithDetails } from '@kerbside/schema/offers/offer'
import { parse } from '@kerbside/schema/validate'
import { z } from 'zod'
import type { Context } from '../../deps.ts'
import { changeOwnLead } from '../change-own-lead.ts'
import { findOwnLead } from '../manage.service.ts'

const { characters, count } = questionLimits

/** Asks all firms at once, as the form posts it. */
export const allFirms = 'all'

const Question = z.object({
  to: z.string('Choose whom you ask'),
  question: z
    .string('Write your question')
    .transform((text) => text.replaceAll('\r\n', '\n').trim())
    .pipe(
      z
        .string()
        .min(1, 'Write your question')
        .max(characters, `Write ${characters.toLocaleString('en')} characters at most`),
    ),
})

/** The firms that can be asked: those that have taken the job. */
export const firmsToQuestion = ({ offers }: Pick<Lead, 'offers'>) =>
  firmsWithDetails(offers).map(({ contractorId, contractorName }) => ({ contractorId, contractorName }))

/** Stores a question to one firm, or to all of them, and emails it. The same words to the same firms are the same question. */
export async function askFirms(ctx: Context, token: string, input: unknown): Promise<void> {
  const lead = await findOwnLead(ctx, token)
  const { to, question: text } = parse(Question, input)
  if (lead.sharingStoppedAt)
    throw invalid('question', 'You have stopped sharing your details, so firms are asked nothing.')
  const firms = firmsToQuestion(lead).filter(({ contractorId }) => to === allFirms || contractorId === to)
  if (firms.length === 0) throw invalid('to', 'Choose a firm that has taken your job')
  if ((lead.questions?.length ?? 0) >= count) {
    throw invalid('question', 'You have asked many questions already. Please call the firm instead.')
  }
  const at = ctx.now()
  const id = ctx.newId()
  const { guard, push } = addQuestion({ id, at, text, to: firms, answers: [] })
  const kind = 'estimate-question' as const
  await changeOwnLead(ctx, lead, {
    at,
    guard: { $and: [guard, { sharingStoppedAt: null }] },
    set: {},
    ...(push && { push }),
    audited: { action: 'homeowner.asked-firms', details: firms.map(({ contractorName }) => contractorName).join(', ') },
    emailsOf: () =>
      firms.map(({ contractorId }) => {
        return { _id: deliveryId(lead.id, kind, `${id}-${contractorId}`), kind, leadId: lead.id, contractorId }
      }),
  })
}
