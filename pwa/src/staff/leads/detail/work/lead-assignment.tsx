import PersonAddIcon from '@mui/icons-material/PersonAddAltOutlined'
import { Alert, Button, Divider, MenuItem, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../../../api/api-error.ts'
import { useCan, useSession } from '../../../../api/session.ts'
import { ActionItem, ActionMenu } from '../../../ui/action-menu.tsx'
import { Section } from '../../../ui/section.tsx'
import { useToast } from '../../../ui/toasts.tsx'
import type { LeadDetail } from '../../lead.queries.ts'
import { ChangeNotice } from './change-notice.tsx'
import { WaitingNotices } from '../../waiting/waiting-notices.tsx'
import { useLeadChange, waitingKind } from './use-lead-change.ts'
import { assignees } from './work.queries.ts'

type Assignment = { to: LeadDetail['assignedTo'] }

export function LeadAssignment({ lead }: { lead: LeadDetail }) {
  const toast = useToast()
  const mayEdit = useCan('lead:edit')
  const result = useLeadChange<Assignment>(lead, {
    ...waitingKind('assignment'),
    expected: (seen, { to }) => ({ ...seen, assignedTo: to }),
    onSuccess: ({ assignedTo }) => toast.success(assignedTo ? `Assigned to ${assignedTo.name}` : 'Assigned to nobody'),
  })
  return (
    <Section title="Assigned to" action={mayEdit && <AssignMenu lead={lead} onAssign={result.change} />}>
      <ChangeNotice kind="assignment" lead={lead} result={result} />
      <WaitingNotices kind="assignment" leadId={lead.id} />
      <Typography sx={lead.assignedTo ? { fontWeight: 550 } : { color: 'text.secondary' }}>
        {lead.assignedTo?.name ?? 'Nobody yet'}
      </Typography>
    </Section>
  )
}

type AssignMenuProps = { lead: LeadDetail; onAssign: (assignment: Assignment) => void }

/** The person's own name comes first. */
function AssignMenu({ lead, onAssign }: AssignMenuProps) {
  const [isOpen, setOpen] = useState(false)
  const colleagues = useQuery({ ...assignees(), enabled: isOpen })
  const user = useSession()?.user
  const holder = lead.assignedTo?.id
  const others = colleagues.data?.filter(({ id }) => id !== user?.id && id !== holder) ?? []
  return (
    <ActionMenu
      paperSx={{ maxHeight: 420 }}
      onToggle={setOpen}
      button={
        <Button size="small" variant="outlined" startIcon={<PersonAddIcon />}>
          Assign
        </Button>
      }
    >
      {user && user.id !== holder && (
        <ActionItem onChoose={() => onAssign({ to: { id: user.id, name: user.name } })} sx={{ fontWeight: 600 }}>
          Assign to me
        </ActionItem>
      )}
      {others.map(({ id, name }) => (
        <ActionItem key={id} onChoose={() => onAssign({ to: { id, name } })} sx={{ whiteSpace: 'normal' }}>
          {name}
        </ActionItem>
      ))}
      {colleagues.isPending && <MenuItem disabled>Loading colleagues…</MenuItem>}
      {colleagues.isError && (
        <Alert severity="error" sx={{ mx: 1, maxWidth: 280 }}>
          {messageOf(colleagues.error)}
        </Alert>
      )}
      {lead.assignedTo && <Divider />}
      {lead.assignedTo && (
        <ActionItem onChoose={() => onAssign({ to: null })}>Take it from {lead.assignedTo.name}</ActionItem>
      )}
    </ActionMenu>
  )
}
