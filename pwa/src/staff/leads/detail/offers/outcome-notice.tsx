import { Alert, Typography } from '@mui/material'
import { formatDateTime } from '../../../ui/times.ts'
import type { LeadDetail } from '../../lead.queries.ts'

type Doubt = { firm: string; text: string; at: string }

/** What firms reported that staff must look into: nobody can be reached, or the request is not genuine. */
export function OutcomeNotice({ lead }: { lead: LeadDetail }) {
  const doubts = doubtsOf(lead)
  if (doubts.length === 0) return null
  return (
    <Alert severity="warning">
      {doubts.map(({ firm, text, at }) => (
        <Typography key={firm} sx={{ fontWeight: 600 }}>
          {firm} reported on {formatDateTime(at)}: {text}
        </Typography>
      ))}
      Please check with the homeowner and record the call or email. If the request is not genuine, mark it as lost.
    </Alert>
  )
}

/** The latest reports of firms, unless staff have contacted the homeowner since or the lead is closed. */
export function doubtsOf({ offers, activity, status }: LeadDetail): Doubt[] {
  if (status === 'LOST' || status === 'CONVERTED') return []
  return offers.flatMap(({ contractorName, outcomes }) => {
    const latest = outcomes.at(-1)
    if (!latest || (latest.kind !== 'CANNOT_REACH' && latest.kind !== 'NOT_GENUINE')) return []
    const isSeenTo = activity.some(({ kind, at }) => (kind === 'CALLED' || kind === 'EMAILED') && at > latest.at)
    return isSeenTo ? [] : [{ firm: contractorName, text: latest.text, at: latest.at }]
  })
}
