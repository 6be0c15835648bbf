import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import type { Deletion, LeadDeletion } from './use-delete-leads.ts'

/** Fixed texts (docs/specification.md, 5.5). */
function wordsOf({ ids, name }: Deletion) {
  return name === null
    ? { title: 'Delete selected leads', text: `Delete ${ids.length} selected lead(s)? This cannot be undone.` }
    : { title: `Delete ${name}`, text: 'Delete this lead? This action cannot be undone.' }
}

export function DeleteLeadsDialog({ deletion }: { deletion: LeadDeletion }) {
  const { asked, open, busy, error, confirm, close } = deletion
  return (
    <ConfirmDialog
      open={open}
      {...wordsOf(asked ?? { ids: [], name: null })}
      confirm="Delete"
      busyText="Deleting…"
      busy={busy}
      error={error}
      onConfirm={confirm}
      onClose={close}
    />
  )
}
