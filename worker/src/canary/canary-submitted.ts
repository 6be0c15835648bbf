import { CanaryModel } from '@kerbside/schema/canary/canary.model'
import { toLead } from '@kerbside/schema/leads/lead.model'
import { confirmationEmail } from '@kerbside/schema/emails/homeowner-emails'
import type { Deps } from '../deps.ts'

/**
 * The end of a test lead's way: its confirmation is composed, and sent to nobody. That the mail server takes email is
 * watched where real emails are sent.
 */
export async function canarySubmitted(
  { now, config }: Pick<Deps, 'now' | 'config'>,
  { canaryId }: { canaryId: number },
): Promise<void> {
  const canary = await CanaryModel.findById(canaryId).lean()
  if (!canary?.lead) return
  confirmationEmail(toLead(canary.lead), config.PUBLIC_URL)
  await CanaryModel.updateOne({ _id: canaryId, arrivedAt: null }, { arrivedAt: now() })
}
