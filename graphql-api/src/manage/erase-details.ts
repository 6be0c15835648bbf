import { removeFilesOrLeave, type FilesToRemove } from '@kerbside/schema/file-store.model'
import { closeEstimates } from '@kerbside/schema/leads/write-estimates.model'
import { eraseDetails } from '@kerbside/schema/manage/erase-details.model'
import { eraseFromImports } from '@kerbside/schema/manage/erase-traces.model'
import type { Context } from '../deps.ts'
import { changeOwnLead, emailsToFirms } from './change-own-lead.ts'
import { detailsUnderWay, withdrawn } from './stopping/stop-sharing.ts'
import { findOwnLead } from './manage.service.ts'

/**
 * Stops sharing and erases everything that tells who the homeowner is. The firms that had the details are asked to delete
 * them. The lead, the audit trail and the list of erasures prove that it was done.
 */
export async function eraseOwnDetails(ctx: Context, token: string): Promise<void> {
  const lead = await findOwnLead(ctx, token)
  // First, because nothing tells afterwards what to look for.
  await eraseFromImports([lead])
  const { set, ...withdrawal } = withdrawn(lead, ctx.now())
  let files: FilesToRemove = {}
  const isErased = await changeOwnLead(ctx, lead, {
    ...withdrawal,
    guard: {},
    set: { ...set, sharingStoppedAt: lead.sharingStoppedAt ?? withdrawal.at },
    audited: { action: 'homeowner.erased-details' },
    emailsOf: (after, session) => emailsToFirms('erase-notice', { lead: after }, session),
    alongside: async (after, session) => {
      files = await eraseDetails(after, withdrawal.at, session)
      await closeEstimates(after._id, withdrawal.at, session)
    },
  })
  await detailsUnderWay(ctx, lead.id)
  if (!isErased) return
  await removeFilesOrLeave(files, ctx.log)
}
