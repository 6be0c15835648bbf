import { useMutation, useQueryClient } from '@tanstack/react-query'
import { mayPass, messageOf } from '../../../api/api-error.ts'
import { useToast } from '../../ui/toasts.tsx'
import { leadKeys } from '../leads.queries.ts'
import { leadDetail, leadDetailKey, type LeadDetail } from './lead.queries.ts'
import { offerLead, withdrawOffer } from './lead-offers.queries.ts'

type FirmName = { id: string; name: string }

/** Offers the lead to a firm that staff chose; the dialog shows the errors and stays. */
export function useOfferLead(leadId: string, onOffered: () => void) {
  const { show, refresh } = useLeadCache(leadId)
  const toast = useToast()
  return useMutation({
    mutationFn: ({ id }: FirmName) => offerLead(leadId, id),
    onSuccess: (lead, { name }) => {
      show(lead)
      toast.success(`Offered to ${name}`)
      onOffered()
    },
    onSettled: refresh,
  })
}

/** Takes a firm's open offer back. What trying again may mend stays in the dialog, anything else closes it. */
export function useWithdrawOffer(leadId: string, close: () => void) {
  const { show, refresh } = useLeadCache(leadId)
  const toast = useToast()
  return useMutation({
    mutationFn: ({ id }: FirmName) => withdrawOffer(leadId, id),
    onSuccess: (lead, { name }) => {
      show(lead)
      toast.success(`Offer to ${name} withdrawn`)
      close()
    },
    onError: (error) => {
      if (mayPass(error)) return
      toast.error(messageOf(error))
      close()
    },
    onSettled: refresh,
  })
}

function useLeadCache(leadId: string) {
  const client = useQueryClient()
  return {
    show: (lead: LeadDetail) => client.setQueryData(leadDetail(leadId).queryKey, lead),
    refresh: () => {
      void client.invalidateQueries({ queryKey: leadDetailKey(leadId) })
      void client.invalidateQueries({ queryKey: leadKeys.lists })
    },
  }
}
