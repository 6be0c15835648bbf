import { queryOptions } from '@tanstack/react-query'
import { graphql, mutate, query, type ResultOf, type VariablesOf } from '../../api/graphql.ts'

const ContractorFields = graphql(`
  fragment ContractorFields on Contractor @_unmask {
    id
    name
    email
    phone
    contacts {
      name
      role
      email
      phone
      isMain
    }
    trades
    areas {
      kind
      value
    }
    areaRequest {
      areas {
        kind
        value
      }
      at
    }
    workingHours {
      day
      from
      to
    }
    timeZone
    outsideHours
    offerEmails
    weight
    dailyCap
    weeklyCap
    active
    pausedUntil
    addressBounce {
      address
      at
      reason
    }
    verifiedUntil
    lastLeadAt
    history {
      offersMade
      offersAccepted
      acceptanceRate
    }
    ratings {
      count
      average
    }
    evidenceState {
      expired
      expiring
    }
    version
  }
`)
export type ListedContractor = ResultOf<typeof ContractorFields>

const Contractors = graphql(
  `
    query Contractors {
      contractors {
        ...ContractorFields
      }
    }
  `,
  [ContractorFields],
)

/** Every firm: the list is short enough to search in the browser. The keys of all that is about firms begin like this. */
export const contractorList = () =>
  queryOptions({ queryKey: ['contractors'], queryFn: async () => (await query(Contractors, {})).contractors })

const Contractor = graphql(
  `
    query Contractor($id: ID!) {
      contractor(id: $id) {
        ...ContractorFields
      }
    }
  `,
  [ContractorFields],
)

/** Null when there is no such firm. */
export const contractorDetail = (id: string) =>
  queryOptions({
    queryKey: ['contractors', id],
    queryFn: async () => (await query(Contractor, { id })).contractor,
  })

const CreateContractor = graphql(`
  mutation CreateContractor($input: ContractorInput!) {
    createContractor(input: $input) {
      id
    }
  }
`)
const UpdateContractor = graphql(`
  mutation UpdateContractor($id: ID!, $input: ContractorInput!) {
    updateContractor(id: $id, input: $input) {
      id
    }
  }
`)
const AnswerAreaRequest = graphql(`
  mutation AnswerAreaRequest($id: ID!, $accept: Boolean!, $version: Int!) {
    answerAreaRequest(id: $id, accept: $accept, version: $version) {
      id
    }
  }
`)

/** Gives a firm the areas that it asked for, or rejects them. */
export const answerAreaRequest = ({ id, version }: ListedContractor, accept: boolean) =>
  mutate(AnswerAreaRequest, { id, accept, version })

const ClearAddressBounce = graphql(`
  mutation ClearAddressBounce($id: ID!) {
    clearAddressBounce(id: $id) {
      id
    }
  }
`)

/** Lets emails go to a firm's address again from which they came back. */
export const clearAddressBounce = (id: string) => mutate(ClearAddressBounce, { id })

const RevokeContractorLinks = graphql(`
  mutation RevokeContractorLinks($id: ID!) {
    revokeContractorLinks(id: $id) {
      id
    }
  }
`)

/** Ends every link that was emailed to a contractor until now. */
export const revokeLinks = ({ id }: ListedContractor) => mutate(RevokeContractorLinks, { id })

const DeleteContractor = graphql(`
  mutation DeleteContractor($id: ID!) {
    deleteContractor(id: $id)
  }
`)
export type ContractorInput = VariablesOf<typeof CreateContractor>['input']

export const addContractor = (input: ContractorInput) => mutate(CreateContractor, { input })

/** Whatever is not given stays as it is. */
export const changeContractor = ({ id, version }: ListedContractor, input: ContractorInput) =>
  mutate(UpdateContractor, { id, input: { ...input, version } })

export const deleteContractor = ({ id }: ListedContractor) => mutate(DeleteContractor, { id })

const DryRunMatching = graphql(`
  query DryRunMatching($lead: String, $postcode: String, $trade: String) {
    dryRunMatching(lead: $lead, postcode: $postcode, trade: $trade) {
      reference
      trade
      area
      closed
      freePlaces
      firms {
        contractorId
        contractorName
        outcome
        reasons
      }
    }
  }
`)
export type DryRun = ResultOf<typeof DryRunMatching>['dryRunMatching']
export type DryRunQuestion = VariablesOf<typeof DryRunMatching>

export const dryRun = async (question: DryRunQuestion) => (await query(DryRunMatching, question)).dryRunMatching
