import { userEmailId } from '@kerbside/schema/deliveries/delivery'
import { DeliveryModel, type DeliveryRecord } from '@kerbside/schema/deliveries/delivery.model'
import { wordsSchema } from '@kerbside/schema/emails/check-words'
import { templateOf, type TemplateName } from '@kerbside/schema/emails/templates'
import { AppError } from '@kerbside/schema/errors'
import { requireCan } from '@kerbside/schema/users/user'
import { parse } from '@kerbside/schema/validate'
import { recordAudit } from '../audit/record-audit.ts'
import type { Context } from '../deps.ts'
import { sendStoredEmail, storeEmail } from '../events/stored-email.ts'

export const testStates = ['sending', 'sent', 'failed'] as const

/** A test of an email, on its way to the admin who asked for it. */
export type EmailTest = {
  id: string
  to: string
  state: (typeof testStates)[number]
  /** Why it failed, in the words of the mail server where it gave any. */
  error: string | null
}

const kind = 'email-test'

/** An admin may send so many within as many minutes. */
const maximumTests = 10
const limitMinutes = 10

/** Has a worker send the email with these words and made-up people to the viewer's own address. It is tried once. */
export async function sendTestEmail(ctx: Context, name: TemplateName, input: unknown): Promise<EmailTest> {
  requireCan(ctx.viewer, 'email:edit')
  const words = parse(wordsSchema(name), input)
  const { id: userId, email } = ctx.viewer
  const since = new Date(ctx.now().getTime() - limitMinutes * 60_000)
  const recent = await DeliveryModel.countDocuments({ userId, kind, createdAt: { $gt: since } })
  if (recent >= maximumTests) {
    throw new AppError(
      'RATE_LIMITED',
      `You have sent yourself ${maximumTests} tests within ${limitMinutes} minutes. Wait a few minutes and try again.`,
    )
  }
  const _id = userEmailId(userId, kind, ctx.newId())
  await storeEmail(ctx, { _id, kind, leadId: null, userId, tested: { name, words } })
  await sendStoredEmail(ctx, { _id })
  const subject = { kind: 'email-template', id: name, label: templateOf(name).label } as const
  await recordAudit(ctx, { action: 'email-template.tested', subject })
  return { id: _id, to: email, state: 'sending', error: null }
}

/** What became of a test that the viewer asked for. */
export async function getEmailTest(ctx: Context, id: string): Promise<EmailTest> {
  requireCan(ctx.viewer, 'email:edit')
  const test = await DeliveryModel.findOne({ _id: id, userId: ctx.viewer.id, kind }).lean()
  if (!test) throw new AppError('NOT_FOUND', 'You have sent yourself no such test.')
  return { id, to: ctx.viewer.email, ...outcomeOf(test) }
}

function outcomeOf({ state, refused, lastError, bounce }: DeliveryRecord): Pick<EmailTest, 'state' | 'error'> {
  if (state === 'queued' || state === 'sending') return { state: 'sending', error: null }
  if (state === 'sent') return { state: 'sent', error: null }
  if (bounce) return { state: 'failed', error: `It came back: ${bounce.reason || bounce.status}` }
  return { state: 'failed', error: refused ? `The mail server rejected it: ${lastError}` : lastError }
}
