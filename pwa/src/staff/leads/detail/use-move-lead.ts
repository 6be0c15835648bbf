import { canMove, type LeadStatus } from '@kerbside/schema/leads/lead'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../../api/api-error.ts'
import { useToast } from '../../ui/toasts.tsx'
import { statusWords } from '../lead-labels.ts'
import { leadKeys, type LeadStatusName } from '../leads.queries.ts'
import { leadDetail, leadDetailKey, updateLeadStatus, type LeadDetail } from './lead.queries.ts'

export type Move = { to: LeadStatusName; note: string | null }

/** Changes the status of the lead as it is on screen; a colleague's change in between is told and not overwritten. */
export function useMoveLead(lead: LeadDetail) {
  const client = useQueryClient()
  const toast = useToast()
  const mutation = useMutation({
    mutationFn: ({ to, note }: Move) => updateLeadStatus(lead.id, { status: to, note, version: lead.version }),
    onSuccess: (moved) => {
      client.setQueryData(leadDetail(lead.id).queryKey, moved)
      toast.success(`Status changed to ${statusWords[moved.status].label}`)
    },
    onSettled: () => {
      void client.invalidateQueries({ queryKey: leadDetailKey(lead.id) })
      void client.invalidateQueries({ queryKey: leadKeys.lists })
      void client.invalidateQueries({ queryKey: leadKeys.stats })
    },
  })
  const isConflict = mutation.error instanceof ApiError && mutation.error.code === 'CONFLICT'
  return {
    move: mutation.mutate,
    busyWith: mutation.isPending ? mutation.variables.to : null,
    error: isConflict ? null : mutation.error,
    /** What was asked for when a colleague was first. */
    conflict: isConflict ? (mutation.variables ?? null) : null,
    forget: mutation.reset,
  }
}

export const asStatus = (name: LeadStatusName) => name.toLowerCase() as LeadStatus
export const asStatusName = (status: LeadStatus) => status.toUpperCase() as LeadStatusName
export const mayMove = (from: LeadStatusName, to: LeadStatusName) => canMove(asStatus(from), asStatus(to))
