import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useToast } from '../ui/toasts.tsx'
import { deleteLeads, leadKeys, type LeadPage } from './leads.queries.ts'

/** What the confirmation is about. `name`: of a single lead, for the dialog's title. */
export type Deletion = { ids: readonly string[]; name: string | null }

/** Asks, deletes, and takes the deleted leads off the screen at once. */
export function useDeleteLeads(onDeleted: (ids: readonly string[]) => void) {
  const client = useQueryClient()
  const toast = useToast()
  const [asked, setAsked] = useState<Deletion | null>(null)
  const [open, setOpen] = useState(false)

  const mutation = useMutation({
    mutationFn: ({ ids }: Deletion) => deleteLeads(ids),
    onSuccess: ({ deletedIds, skippedIds }) => {
      const gone = new Set([...deletedIds, ...skippedIds])
      client.setQueriesData<LeadPage>({ queryKey: leadKeys.lists }, (page) => page && without(page, gone))
      toast.success(deletedWords(deletedIds.length, skippedIds.length))
      setOpen(false)
      onDeleted([...gone])
      void client.invalidateQueries({ queryKey: leadKeys.all })
    },
  })

  return {
    asked,
    open,
    busy: mutation.isPending,
    error: mutation.error,
    ask: (deletion: Deletion) => {
      mutation.reset()
      setAsked(deletion)
      setOpen(true)
    },
    close: () => setOpen(false),
    confirm: () => asked && mutation.mutate(asked),
  }
}

export type LeadDeletion = ReturnType<typeof useDeleteLeads>

function without(page: LeadPage, gone: ReadonlySet<string>): LeadPage {
  const nodes = page.nodes.filter((lead) => !gone.has(lead.id))
  return { ...page, nodes, totalCount: page.totalCount - (page.nodes.length - nodes.length) }
}

function deletedWords(deleted: number, skipped: number): string {
  const done = deleted === 1 ? 'Lead deleted' : `${deleted} leads deleted`
  return skipped === 0 ? done : `${done}; ${skipped} ${skipped === 1 ? 'was' : 'were'} already gone`
}
