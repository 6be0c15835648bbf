import { formatPhone, phoneLink } from '@kerbside/schema/contact'
import PhoneIcon from '@mui/icons-material/PhoneOutlined'
import DoNotContactIcon from '@mui/icons-material/PhoneDisabledOutlined'
import { Button, IconButton } from '@mui/material'
import { useState } from 'react'
import { DialogFrame } from '../../ui/dialogs/confirm-dialog.tsx'
import { nameOf } from '../lead-labels.ts'
import type { WorkedLead } from '../leads.queries.ts'
import { beginCall } from './ongoing-call.ts'

type CallButtonProps = {
  lead: WorkedLead
  /** `icon`: in a row. */
  look: 'icon' | 'button'
}

/** One press calls through the person's own phone. Whoever asked for no further contact is called after a question only. */
export function CallButton({ lead, look }: CallButtonProps) {
  const [isAsking, setAsking] = useState(false)
  if (!lead.mobile) return null
  const isStopped = lead.sharingStoppedAt !== null
  const label = `Call ${nameOf(lead)}${isStopped ? ': do not contact' : ''}`
  const Icon = isStopped ? DoNotContactIcon : PhoneIcon
  const press = isStopped
    ? { onClick: () => setAsking(true) }
    : { component: 'a', href: phoneLink(lead.mobile), onClick: () => beginCall(lead) }
  return (
    <>
      {look === 'icon' ? (
        <IconButton {...press} color={isStopped ? 'error' : 'primary'} aria-label={label} sx={{ flexShrink: 0 }}>
          <Icon />
        </IconButton>
      ) : (
        <Button
          {...press}
          variant="contained"
          color={isStopped ? 'error' : 'primary'}
          startIcon={<Icon />}
          aria-label={label}
        >
          {isStopped ? 'Do not contact' : 'Call'}
        </Button>
      )}
      <DialogFrame
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Do not contact"
        text={`${nameOf(lead)} stopped sharing their details and asked for no further contact.`}
        actions={
          <>
            <Button color="inherit" autoFocus onClick={() => setAsking(false)}>
              Do not call
            </Button>
            <Button
              color="error"
              href={phoneLink(lead.mobile)}
              onClick={() => {
                setAsking(false)
                beginCall(lead)
              }}
            >
              Call {formatPhone(lead.mobile)} all the same
            </Button>
          </>
        }
      />
    </>
  )
}
