import PersonAddIcon from '@mui/icons-material/PersonAddAltOutlined'
import { Alert, Button, Divider, Menu, MenuItem, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, messageOf } from '../../../../api/api-error.ts'
import { mutate } from '../../../../api/graphql.ts'
import { useCan, useSession } from '../../../../api/session.ts'
import { Section } from '../../../ui/section.tsx'
import { useToast } from '../../../ui/toasts.tsx'
import type { LeadDetail } from '../../lead.queries.ts'
import { ChangeNotice } from './change-notice.tsx'
import { useLeadChange } from './use-lead-change.ts'
import { assignees, AssignLead } from './work.queries.ts'

type Assignment = { to: LeadDetail['assignedTo'] }
const nobody = 'nobody'

export function LeadAssignment({ lead }: { lead: LeadDetail }) {
  const toast = useToast()
  const mayEdit = useCan('lead:edit')
  const result = useLeadChange<Assignment>(lead, {
    send: async ({ to }, version) => {
      const changed = await mutate(AssignLead, { id: lead.id, userId: to?.id ?? null, version })
      if (!changed.assignLeads[0]) throw new ApiError('NOT_FOUND', 'The requested lead could not be found.')
      return changed.assignLeads[0]
    },
    expected: (seen, { to }) => ({ ...seen, assignedTo: to }),
    replaces: ({ assignedTo }) => assignedTo?.id,
    onSuccess: ({ assignedTo }) => toast.success(assignedTo ? `Assigned to ${assignedTo.name}` : 'Assigned to nobody'),
  })
  const last = lead.activity.findLast(({ kind }) => kind === 'ASSIGNED')
  return (
    <Section title="Assigned to" action={mayEdit && <AssignMenu lead={lead} onAssign={result.change} />}>
      <ChangeNotice
        result={result}
        what="The lead’s colleague"
        by={last?.by.name}
        theirs={lead.assignedTo?.name ?? nobody}
        mine={({ to }) => to?.name ?? nobody}
      />
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
