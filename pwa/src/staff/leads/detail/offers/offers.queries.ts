import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { mayPass, messageOf } from '../../../../api/api-error.ts'
import { graphql, mutate, query, type ResultOf } from '../../../../api/graphql.ts'
import { useToast } from '../../../ui/toasts.tsx'
import { leadDetail, leadDetailKey, LeadFields, type LeadDetail } from '../../lead.queries.ts'
import { leadKeys } from '../../leads.queries.ts'

const Firms = graphql(`
  query FirmsToOffer($search: String) {
    contractors(search: $search) {
      id
      name
      active
      pausedUntil
      verifiedUntil
    }
  }
`)
export type Firm = ResultOf<typeof Firms>['contractors'][number]

/** Every firm whose name or email contains the text, also those that may not get the offer: the screen shows why. */
export const firmsToOffer = (search: string) =>
  queryOptions({
    queryKey: ['firms-to-offer', search],
    queryFn: async () => (await query(Firms, { search: search || null })).contractors,
    placeholderData: keepPreviousData,
  })

const OfferLead = graphql(
  `
    mutation OfferLead($leadId: ID!, $contractorId: ID!) {
      offerLead(leadId: $leadId, contractorId: $contractorId) {
        ...LeadDetail
      }
    }
  `,
  [LeadFields],
)

/** CONFLICT, with a message to show, when the lead or the firm may not have the offer. */
const offerLead = async (leadId: string, contractorId: string) =>
  (await mutate(OfferLead, { leadId, contractorId })).offerLead

const WithdrawOffer = graphql(
  `
    mutation WithdrawOffer($leadId: ID!, $contractorId: ID!) {
      withdrawOffer(leadId: $leadId, contractorId: $contractorId) {
        ...LeadDetail
      }
    }
  `,
  [LeadFields],
)

/** CONFLICT, with a message to show, when the firm decided first. */
const withdrawOffer = async (leadId: string, contractorId: string) =>
  (await mutate(WithdrawOffer, { leadId, contractorId })).withdrawOffer

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

/** Takes a firm's open offer back. An error that trying again may solve stays in the dialog, any other closes it. */
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
