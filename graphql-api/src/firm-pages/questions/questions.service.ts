import { deliveryId } from '@kerbside/schema/deliveries/delivery'
import { AppError } from '@kerbside/schema/errors'
import { questionLimits, questionsTo, type FirmQuestion } from '@kerbside/schema/estimates/question'
import { writeGuarded } from '@kerbside/schema/leads/write-lead.model'
import { addAnswer } from '@kerbside/schema/leads/write-estimates.model'
import { firmReads } from '@kerbside/schema/redaction/redact'
import { inTransaction } from '@kerbside/schema/transaction.model'
import { parse } from '@kerbside/schema/validate'
import { z } from 'zod'
import type { Context } from '../../deps.ts'
import { sendStoredEmail, storeEmail } from '../../events/stored-email.ts'
import { screenOf, type OfferScreen } from '../../offers/offers.service.ts'
import { findJob } from '../job.service.ts'

export type QuestionsScreen = { screen: OfferScreen; questions: FirmQuestion[] }

/** What the homeowner asked this firm. Looking changes nothing. */
export async function viewQuestions(ctx: Context, token: string): Promise<QuestionsScreen> {
  const job = await findJob(ctx, token)
  const { lead, offer } = job
  const questions = questionsTo(lead.questions, offer.contractorId, firmReads(lead, offer))
  return { screen: await screenOf(ctx, job), questions }
}

const { characters } = questionLimits

const Answer = z.object({
  question: z.string('Choose a question'),
  answer: z
    .string('Write your answer')
    .transform((text) => text.replaceAll('\r\n', '\n').trim())
    .pipe(
      z
        .string()
        .min(1, 'Write your answer')
        .max(characters, `Write ${characters.toLocaleString('en')} characters at most`),
    ),
})

/** Stores the firm's answer, which stays as it is, and emails it to the homeowner. The first answer to a question counts. */
export async function answerQuestion(ctx: Context, token: string, input: unknown): Promise<QuestionsScreen> {
  const { lead, offer } = await findJob(ctx, token)
  const { question, answer: text } = parse(Answer, input)
  const { contractorId, contractorName } = offer
  if (offer.state !== 'accepted' || lead.sharingStoppedAt) return viewQuestions(ctx, token)
  if (!questionsTo(lead.questions, contractorId).some(({ id }) => id === question)) {
    throw new AppError('CONFLICT', 'We do not know this question any more. Load the page again.')
  }
  const at = ctx.now()
  const { guard, ...added } = addAnswer(question, { contractorId, contractorName, at, text })
  const kind = 'estimate-answer' as const
  const message = { _id: deliveryId(lead._id, kind, `${question}-${contractorId}`), kind, leadId: lead._id }
  const isStored = await inTransaction(async (session) => {
    const open = { $and: [guard, { sharingStoppedAt: null, erasedAt: null }] }
    const isWritten = await writeGuarded({ leadId: lead._id, at, guard: open, ...added, inc: { version: 1 } }, session)
    if (isWritten && lead.email) await storeEmail(ctx, message, session)
    return isWritten
  })
  if (isStored && lead.email) await sendStoredEmail(ctx, message)
  return viewQuestions(ctx, token)
}
