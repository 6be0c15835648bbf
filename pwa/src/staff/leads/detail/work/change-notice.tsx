import { Alert, AlertTitle } from '@mui/material'
import { messageOf } from '../../../../api/api-error.ts'
import type { LeadDetail } from '../../lead.queries.ts'
import { ConflictAlert } from '../../waiting/conflict-alert.tsx'
import { leadChanges, type ChangeKind, type ChangeValues } from '../../waiting/lead-changes.ts'

type ChangeNoticeProps<Kind extends ChangeKind> = {
  kind: Kind
  lead: LeadDetail
  result: {
    change: (value: ChangeValues[Kind]) => void
    error: unknown
    conflict: ChangeValues[Kind] | null
    forget: () => void
  }
}

/**
 * Why a change was not made. When a colleague's came first, both values are shown and the person chooses one; the lead on
 * screen has the colleague's already.
 */
export function ChangeNotice<Kind extends ChangeKind>({ kind, lead, result }: ChangeNoticeProps<Kind>) {
  const { change, error, conflict, forget } = result
  if (error !== null) {
    return (
      <Alert severity="error" sx={{ mb: 1.5 }} onClose={forget}>
        <AlertTitle>Failed to update quote</AlertTitle>
        {messageOf(error)}
      </Alert>
    )
  }
  if (conflict === null) return null
  const { what, by, theirs, mine, possible } = leadChanges[kind]
  return (
    <ConflictAlert
      what={what}
      by={by(lead)}
      theirs={theirs(lead)}
      mine={mine(conflict)}
      onLeave={forget}
      onChange={(possible?.(lead, conflict) ?? true) ? () => change(conflict) : null}
    />
  )
}
