import { EvidenceModel, reminderId } from '@kerbside/schema/contractors/evidence.model'
import { reminderBefore } from '@kerbside/schema/contractors/evidence'
import { activeOf } from '@kerbside/schema/users/user.model'
import { storeUserEmails } from '../deliveries/user-emails.ts'
import type { Deps } from '../deps.ts'

type EvidenceDeps = Pick<Deps, 'now' | 'log'>

/**
 * Stores an email to each admin about each file of a firm that expires within 30 days. The ids of the emails are those of
 * file and admin, so several workers, and one that is killed in between, store each of them once; they are due at once.
 */
export async function remindOfExpiry({ now, log }: EvidenceDeps): Promise<void> {
  const at = now()
  const due = await EvidenceModel.find({
    remindedAt: null,
    expiresAt: { $ne: null, $lte: reminderBefore(at) },
  }).lean()
  if (due.length === 0) return
  const admins = await activeOf('admin')
  if (admins.length === 0) return
  const emails = due.flatMap((evidence) => {
    const { contractorId } = evidence
    return admins.map((userId) => {
      return { _id: reminderId(userId, evidence), kind: 'evidence-expiry', userId, contractorId } as const
    })
  })
  await storeUserEmails({ now }, emails)
  await EvidenceModel.updateMany({ _id: { $in: due.map(({ _id }) => _id) } }, { remindedAt: at })
  log.info({ files: due.length, admins: admins.length }, 'admins are reminded of evidence that expires')
}
