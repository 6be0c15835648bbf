import { useQueryClient } from '@tanstack/react-query'
import { useConfirmed } from '../ui/confirm-dialog.tsx'
import { useToast } from '../ui/toasts.tsx'
import { deleteLeads, leadKeys, withoutNodes, type LeadPage } from './leads.queries.ts'

/** The leads to delete. `name`: of a single lead, for the dialog's title. */
type Deletion = { ids: readonly string[]; name: string | null }

/** Asks for confirmation, deletes, and takes the deleted leads off the screen at once. */
export function useDeleteLeads(onDeleted: () => void) {
  const client = useQueryClient()
  const toast = useToast()
  return useConfirmed({
    mutationFn: ({ ids }: Deletion) => deleteLeads(ids),
    question: (deletion) => ({ ...textsOf(deletion), confirm: 'Delete', busyText: 'Deleting…' }),
    onSuccess: ({ deletedIds, skippedIds }) => {
      const gone = new Set([...deletedIds, ...skippedIds])
      client.setQueriesData<LeadPage>({ queryKey: leadKeys.lists }, (page) => page && withoutNodes(page, gone))
      toast.success(deletedMessage(deletedIds.length, skippedIds.length))
      onDeleted()
      void client.invalidateQueries({ queryKey: leadKeys.all })
    },
  })
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
