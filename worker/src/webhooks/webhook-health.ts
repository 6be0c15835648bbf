import { userEmailId } from '@kerbside/schema/deliveries/delivery'
import { activeOf } from '@kerbside/schema/users/user.model'
import { failsForLongMs } from '@kerbside/schema/webhooks/webhook'
import { WebhookModel, type WebhookRecord } from '@kerbside/schema/webhooks/webhook.model'
import { storeUserEmails } from '../deliveries/user-emails.ts'
import type { Deps } from '../deps.ts'

/** The firm's system took a message: whatever failed before is over. */
export async function webhookAnswered({ _id, failingSince }: WebhookRecord): Promise<void> {
  if (failingSince !== null) await WebhookModel.updateOne({ _id }, { failingSince: null })
}

/**
 * Remembers since when messages fail, and tells each admin once of a webhook that has failed for an hour. The ids of the
 * emails are made of admin and beginning, so that every failure can ask for them.
 */
export async function webhookFailed({ now }: Pick<Deps, 'now'>, { _id }: WebhookRecord): Promise<void> {
  const at = now()
  const since = (await WebhookModel.findById(_id, 'failingSince').lean())?.failingSince
  if (since === undefined) return // removed meanwhile
  if (since === null) return void (await WebhookModel.updateOne({ _id, failingSince: null }, { failingSince: at }))
  if (at.getTime() - since.getTime() < failsForLongMs) return
  const kind = 'webhook-failing'
  const emails = (await activeOf('admin')).map((userId) => {
    const id = userEmailId(userId, kind, `${_id}-${since.getTime()}`)
    return { _id: id, kind, userId, contractorId: _id } as const
  })
  await storeUserEmails({ now }, emails)
}
