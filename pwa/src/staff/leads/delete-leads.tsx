import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useToast } from '../ui/toasts.tsx'
import { deleteLeads, leadKeys, withoutNodes, type LeadPage } from './leads.queries.ts'

/** The leads to delete. `name`: of a single lead, for the dialog's title. */
type Deletion = { ids: readonly string[]; name: string | null }

/** Asks for confirmation, deletes, and takes the deleted leads off the screen at once. */
export function useDeleteLeads(onDeleted: (ids: readonly string[]) => void) {
  const client = useQueryClient()
  const toast = useToast()
  const [wanted, setWanted] = useState<Deletion | null>(null)
  const [open, setOpen] = useState(false)

  const mutation = useMutation({
    mutationFn: ({ ids }: Deletion) => deleteLeads(ids),
    onSuccess: ({ deletedIds, skippedIds }) => {
      const gone = new Set([...deletedIds, ...skippedIds])
      client.setQueriesData<LeadPage>({ queryKey: leadKeys.lists }, (page) => page && withoutNodes(page, gone))
      toast.success(deletedMessage(deletedIds.length, skippedIds.length))
      setOpen(false)
      onDeleted([...gone])
      void client.invalidateQueries({ queryKey: leadKeys.all })
    },
  })

  return {
    wanted,
    open,
    busy: mutation.isPending,
    error: mutation.error,
    ask: (deletion: Deletion) => {
      mutation.reset()
      setWanted(deletion)
      setOpen(true)
    },
    close: () => setOpen(false),
    confirm: () => wanted && mutation.mutate(wanted),
  }
}

function deletedMessage(deleted: number, skipped: number): string {
  const done = deleted === 1 ? 'Lead deleted' : `${deleted} leads deleted`
  return skipped === 0 ? done : `${done}; ${skipped} ${skipped === 1 ? 'was' : 'were'} already gone`
}

/** Fixed texts (docs/specification.md, 5.5). */
function textsOf({ ids, name }: Deletion) {
  return name === null
    ? { title: 'Delete selected leads', text: `Delete ${ids.length} selected lead(s)? This cannot be undone.` }
    : { title: `Delete ${name}`, text: 'Delete this lead? This action cannot be undone.' }
}

export function DeleteLeadsDialog({ deletion }: { deletion: ReturnType<typeof useDeleteLeads> }) {
  const { wanted, open, busy, error, confirm, close } = deletion
  return (
    <ConfirmDialog
      open={open}
      {...textsOf(wanted ?? { ids: [], name: null })}
      confirm="Delete"
      busyText="Deleting…"
      busy={busy}
      error={error}
      onConfirm={confirm}
      onClose={close}
    />
  )
}
