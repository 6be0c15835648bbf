import { Box, Button, Collapse } from '@mui/material'
import { useId, useState } from 'react'
import type { LeadDelivery } from '../lead.queries.ts'
import { attemptSummary } from './delivery-labels.ts'
import { formatDateTime } from '../../ui/times.ts'

/** Each try of an email, and what the email was; behind a button, because it is rarely needed. */
export function DeliveryHistory({ delivery, purpose }: { delivery: LeadDelivery; purpose: string }) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const { attemptLog, attempts, messageId, template } = delivery
  if (attemptLog.length === 0) return null
  return (
    <>
      <Button
        size="small"
        sx={{ ml: -0.75, mt: 0.25, minHeight: 32 }}
        aria-expanded={isOpen}
        aria-controls={id}
        aria-label={`${isOpen ? 'Hide details' : 'Details'}: ${purpose}`}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? 'Hide details' : 'Details'}
      </Button>
      <Collapse in={isOpen} id={id} unmountOnExit>
        {attempts > attemptLog.length && <Box>{`The latest ${attemptLog.length} of ${attempts} tries:`}</Box>}
        <Box component="ol" sx={{ m: 0, pl: 0, listStyle: 'none' }}>
          {attemptLog.toReversed().map((attempt) => (
            <Box component="li" key={attempt.at} sx={{ py: 0.5 }}>
              <Box sx={{ color: 'text.primary' }}>
                {formatDateTime(attempt.at)} · {attemptSummary(attempt)}
              </Box>
              <Box sx={{ fontFamily: 'monospace', fontSize: 13 }}>{attempt.answer}</Box>
            </Box>
          ))}
        </Box>
        {template && <Box sx={{ py: 0.5 }}>{`Template ${template.name}, version ${template.version}`}</Box>}
        {messageId && <Box sx={{ fontSize: 13 }}>{`Message-ID ${messageId}`}</Box>}
      </Collapse>
    </>
  )
}
