import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { mayPass } from '../../../../api/api-error.ts'
import { graphql, mutate, query, type ResultOf } from '../../../../api/graphql.ts'
import { useConfirmed } from '../../../ui/dialogs/confirm-dialog.tsx'
import { useAction } from '../../../ui/use-action.ts'
import { LeadFields, useLeadCache, type LeadDetail } from '../../lead.queries.ts'
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

const MatchingNow = graphql(`
  query MatchingNow($lead: String!) {
    dryRunMatching(lead: $lead) {
      closed
      sameJob {
        id
        reference
      }
      firms {
        contractorId
        contractorName
        outcome
        reasons
      }
    }
  }
`)
export type MatchingNow = ResultOf<typeof MatchingNow>['dryRunMatching']

/** What matching would say of each firm now. */
export const matchingNow = (lead: Pick<LeadDetail, 'id' | 'version' | 'offers'>) =>
  queryOptions({
    queryKey: ['matching-now', lead.id, lead.version, lead.offers],
    queryFn: async () => (await query(MatchingNow, { lead: lead.id })).dryRunMatching,
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

type FirmName = { id: string; name: string }

/**
 * Offers the lead to a firm that staff chose; the dialog shows the errors and stays. CONFLICT, with a message to show,
 * when the lead or the firm may not have the offer.
 */
export function useOfferLead(leadId: string, onOffered: () => void) {
  const { show, refresh } = useLeadCache(leadId)
  return useAction({
    mutationFn: ({ id }: FirmName) => mutate(OfferLead, { leadId, contractorId: id }),
    done: (_answer, { name }) => `Offered to ${name}`,
    onSuccess: ({ offerLead }) => {
      show(offerLead)
      onOffered()
    },
    onSettled: () => void refresh(),
  })
}

/** Takes a firm's open offer back. CONFLICT, with a message to show, when the firm decided first. */
export function useWithdrawOffer(leadId: string) {
  const { show } = useLeadCache(leadId)
  return useConfirmed({
    mutationFn: ({ id }: FirmName) => mutate(WithdrawOffer, { leadId, contractorId: id }),
    question: ({ name }) => ({
      title: `Withdraw the offer to ${name}?`,
      text: `${name} can no longer accept: its link then says that the job is no longer available. Nobody is offered the job in its place automatically. The place stays free until another firm declines or lets its offer run out, or you offer it yourself.`,
      confirm: 'Withdraw the offer',
      busyText: 'Withdrawing…',
    }),
    staysOpen: mayPass,
    done: (_answer, { name }) => `Offer to ${name} withdrawn`,
    onSuccess: ({ withdrawOffer }) => show(withdrawOffer),
    refreshes: { queryKey: leadKeys.all },
  })
}
