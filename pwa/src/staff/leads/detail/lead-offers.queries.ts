import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { graphql, mutate, query, type ResultOf } from '../../../api/graphql.ts'
import { LeadFields } from './lead.queries.ts'

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

/** Every firm whose name or email contains the text, also those that may not be asked: the screen says why. */
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
export const offerLead = async (leadId: string, contractorId: string) =>
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
export const withdrawOffer = async (leadId: string, contractorId: string) =>
  (await mutate(WithdrawOffer, { leadId, contractorId })).withdrawOffer
