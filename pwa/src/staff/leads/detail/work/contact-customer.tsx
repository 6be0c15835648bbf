import { emailLink, phoneLink } from '@kerbside/schema/contact'
import MailIcon from '@mui/icons-material/MailOutlined'
import PhoneIcon from '@mui/icons-material/PhoneOutlined'
import { Alert, Box, Button, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import { mutate } from '../../../../api/graphql.ts'
import { useCan, useSession } from '../../../../api/session.ts'
import { ActionItem, ActionMenu } from '../../../ui/action-menu.tsx'
import { beginCall } from '../../calls/ongoing-call.ts'
import { nameOf } from '../../lead-labels.ts'
import type { LeadDetail } from '../../lead.queries.ts'
import { MoveNotice, useMoveLead } from './lead-status.tsx'
import { useLeadChange, withActivity } from './use-lead-change.ts'
import { LogLeadContact } from './work.queries.ts'

/** Calls or emails through the person's own phone and mail program. An email is recorded at once, a call when it is over. */
export function ContactCustomer({ lead }: { lead: LeadDetail }) {
  const [hasEmailed, setEmailed] = useState(false)
  const author = useSession()?.user
  const mayEdit = useCan('lead:edit')
  const log = useLeadChange<typeof emailed>(lead, {
    send: async ({ kind }) => (await mutate(LogLeadContact, { id: lead.id, kind })).logLeadContact,
    expected: (seen, { kind }) => withActivity(seen, author, { kind }),
  })
  const move = useMoveLead(lead)
  const recordEmail = () => {
    move.forget()
    setEmailed(true)
    if (mayEdit) log.change(emailed)
  }
  if (!lead.mobile && !lead.email) return null
  return (
    <>
      <ActionMenu button={<Button variant="outlined">Contact Customer</Button>}>
        {lead.mobile && (
          <ActionItem href={phoneLink(lead.mobile)} Icon={PhoneIcon} onChoose={() => beginCall(lead)}>
            Call
          </ActionItem>
        )}
        {lead.email && (
          <ActionItem
            href={emailLink(lead.email, `Your quote request ${lead.reference}`)}
            Icon={MailIcon}
            onChoose={recordEmail}
          >
            Email
          </ActionItem>
        )}
      </ActionMenu>
      {log.error !== null && (
        <Alert severity="error" onClose={log.forget} sx={{ order: 1, width: '100%' }}>
          This is not in the timeline: it could not be stored. Add a note instead.
        </Alert>
      )}
      {hasEmailed && mayEdit && (lead.status === 'NEW' || move.conflict !== null) && (
        <MoveToContacted lead={lead} move={move} onClose={() => setEmailed(false)} />
      )}
    </>
  )
}

const emailed = { kind: 'EMAILED' } as const

type MoveToContactedProps = {
  lead: LeadDetail
  move: ReturnType<typeof useMoveLead>
  onClose: () => void
}

/** Offered after an email; whether the homeowner was reached, only the person knows. */
function MoveToContacted({ lead, move, onClose }: MoveToContactedProps) {
  if (move.conflict !== null) {
    return (
      <Box sx={{ order: 1, width: '100%' }}>
        <MoveNotice lead={lead} result={move} />
      </Box>
    )
  }
  return (
    <Alert severity="info" role="status" sx={{ order: 1, width: '100%' }}>
      <MoveNotice lead={lead} result={move} />
      <Typography sx={{ mb: 1 }}>You emailed {nameOf(lead)}. Is the lead contacted now?</Typography>
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
        <Button
          size="small"
          variant="contained"
          loading={move.pending !== null}
          onClick={() => move.change({ to: 'CONTACTED', note: null })}
        >
          Move to Contacted
        </Button>
        <Button size="small" color="inherit" onClick={onClose}>
          Not yet
        </Button>
      </Stack>
    </Alert>
  )
}
