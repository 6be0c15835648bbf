import {
  auditActionLabels,
  auditSubjectLabels,
  isByHomeowner,
  type AuditSubjectKind,
} from '@kerbside/schema/audit/audit'
import { Box, Link as TextLink } from '@mui/material'
import { Link } from 'react-router-dom'
import type { ShownEntry } from './audit.queries.ts'

export const actionText = ({ action }: ShownEntry) => (action ? auditActionLabels[action] : 'Did something')
/** Without a person it was the homeowner, or the firm that contact details are shared with. */
export const personText = ({ by, action }: ShownEntry) =>
  by?.name ?? (action && isByHomeowner(action) ? 'The homeowner' : 'A firm')

/** 'Ada Byrne changed a lead' */
export function entryText(entry: ShownEntry): string {
  if (entry.action === 'lead.shared') return 'A firm got contact details'
  const text = actionText(entry)
  return `${personText(entry)} ${text.charAt(0).toLowerCase()}${text.slice(1)}`
}

/** Where the screen of a subject is. Pages, pictures and files have none that is found by their id. */
const screens: Partial<Record<AuditSubjectKind, (subject: ShownEntry['subject']) => string>> = {
  lead: ({ id }) => `/admin/leads/${id}`,
  'held-quote': () => '/admin/held',
  user: ({ label }) => `/admin/users?q=${encodeURIComponent(label)}`,
  contractor: ({ id }) => `/admin/contractors/${id}`,
  'email-template': ({ id }) => `/admin/emails/${id}`,
}

/** What something was done to, with the way to its screen. `plain`: without what kind of thing it is. */
export function Subject({ entry: { action, subject }, plain = false }: { entry: ShownEntry; plain?: boolean }) {
  const isGone = action?.endsWith('.deleted') || action?.endsWith('.discarded')
  const to = subject.kind && !isGone && screens[subject.kind]?.(subject)
  return (
    <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
      {!plain && subject.kind && `${auditSubjectLabels[subject.kind]} `}
      {to ? (
        <TextLink component={Link} to={to}>
          {subject.label}
        </TextLink>
      ) : (
        subject.label
      )}
    </Box>
  )
}
