import { graphql, mutate, type VariablesOf } from '../../../../api/graphql.ts'
import { LeadFields, useLeadCache, type LeadDetail } from '../../lead.queries.ts'

export type LeadPrice = LeadDetail['estimates'][number]

const SendEstimate = graphql(
  `
    mutation SendEstimate($leadId: ID!, $contractorId: ID!, $id: ID!, $estimate: EstimateInput!) {
      sendEstimate(leadId: $leadId, contractorId: $contractorId, id: $id, estimate: $estimate) {
        ...LeadDetail
      }
    }
  `,
  [LeadFields],
)
export type EnteredPrice = Omit<VariablesOf<typeof SendEstimate>, 'leadId'>

const WithdrawEstimate = graphql(
  `
    mutation WithdrawEstimate($leadId: ID!, $id: ID!, $reason: String!) {
      withdrawEstimate(leadId: $leadId, id: $id, reason: $reason) {
        ...LeadDetail
      }
    }
  `,
  [LeadFields],
)

const CancelAgreement = graphql(
  `
    mutation CancelAgreement($leadId: ID!, $id: ID!, $reason: String!) {
      cancelAgreement(leadId: $leadId, id: $id, reason: $reason) {
        ...LeadDetail
      }
    }
  `,
  [LeadFields],
)

/** What staff do with prices of a lead, which is then shown as it is. */
export function usePriceChanges(leadId: string) {
  const { show } = useLeadCache(leadId)
  return {
    send: async (price: EnteredPrice) => show((await mutate(SendEstimate, { leadId, ...price })).sendEstimate),
    withdraw: async (id: string, reason: string) =>
      show((await mutate(WithdrawEstimate, { leadId, id, reason })).withdrawEstimate),
    cancel: async (id: string, reason: string) =>
      show((await mutate(CancelAgreement, { leadId, id, reason })).cancelAgreement),
  }
}
