import PersonAddIcon from '@mui/icons-material/PersonAddAltOutlined'
import { Alert, Button, Divider, Menu, MenuItem, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../../../api/api-error.ts'
import { useCan, useSession } from '../../../../api/session.ts'
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
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const colleagues = useQuery({ ...assignees(), enabled: anchor !== null })
  const user = useSession()?.user
  const holder = lead.assignedTo?.id
  const others = colleagues.data?.filter(({ id }) => id !== user?.id && id !== holder) ?? []
  const assign = (to: Assignment['to']) => () => {
    setAnchor(null)
    onAssign({ to })
  }
  return (
    <>
      <Button
        size="small"
        variant="outlined"
        startIcon={<PersonAddIcon />}
        aria-haspopup="menu"
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        Assign
      </Button>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        slotProps={{ paper: { sx: { maxHeight: 420 } } }}
      >
        {user && user.id !== holder && (
          <MenuItem onClick={assign({ id: user.id, name: user.name })} sx={{ fontWeight: 600 }}>
            Assign to me
          </MenuItem>
        )}
        {others.map(({ id, name }) => (
          <MenuItem key={id} onClick={assign({ id, name })} sx={{ whiteSpace: 'normal' }}>
            {name}
          </MenuItem>
        ))}
        {colleagues.isPending && <MenuItem disabled>Loading colleagues…</MenuItem>}
        {colleagues.isError && (
          <Alert severity="error" sx={{ mx: 1, maxWidth: 280 }}>
            {messageOf(colleagues.error)}
          </Alert>
        )}
        {lead.assignedTo && <Divider />}
        {lead.assignedTo && <MenuItem onClick={assign(null)}>Take it from {lead.assignedTo.name}</MenuItem>}
      </Menu>
    </>
  )
}
