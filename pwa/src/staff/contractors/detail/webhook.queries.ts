import { queryOptions } from '@tanstack/react-query'
import { graphql, mutate, query, type ResultOf } from '../../../api/graphql.ts'

const ContractorWebhook = graphql(`
  query ContractorWebhook($id: ID!) {
    contractorWebhook(id: $id) {
      url
      failingSince
      secretMadeAt
      deliveries {
        id
        kind
        state
        lastError
        nextTryAt
        sentAt
        createdAt
        updatedAt
        attemptLog {
          code
          answer
        }
      }
    }
  }
`)
export type Webhook = NonNullable<ResultOf<typeof ContractorWebhook>['contractorWebhook']>
export type WebhookDelivery = Webhook['deliveries'][number]

const isSending = ({ state }: WebhookDelivery) => state === 'QUEUED' || state === 'SENDING'

/** Null when the firm has none. Loaded again more often while something is being sent. */
export const contractorWebhook = (id: string) =>
  queryOptions({
    queryKey: ['contractors', id, 'webhook'],
    queryFn: async () => (await query(ContractorWebhook, { id })).contractorWebhook,
    refetchInterval: ({ state: { data } }) => (data?.deliveries.some(isSending) ? 2_000 : false),
  })

const SetContractorWebhook = graphql(`
  mutation SetContractorWebhook($id: ID!, $url: String!) {
    setContractorWebhook(id: $id, url: $url) {
      secret
    }
  }
`)
const ChangeWebhookSecret = graphql(`
  mutation ChangeWebhookSecret($id: ID!) {
    changeWebhookSecret(id: $id) {
      secret
    }
  }
`)
const RemoveContractorWebhook = graphql(`
  mutation RemoveContractorWebhook($id: ID!) {
    removeContractorWebhook(id: $id)
  }
`)
const TestContractorWebhook = graphql(`
  mutation TestContractorWebhook($id: ID!) {
    testContractorWebhook(id: $id) {
      id
    }
  }
`)

/** The secret if one was made; it cannot be read later. */
export const setWebhook = async (id: string, url: string) =>
  (await mutate(SetContractorWebhook, { id, url })).setContractorWebhook.secret
export const changeWebhookSecret = async (id: string) =>
  (await mutate(ChangeWebhookSecret, { id })).changeWebhookSecret.secret
export const removeWebhook = (id: string) => mutate(RemoveContractorWebhook, { id })
export const testWebhook = (id: string) => mutate(TestContractorWebhook, { id })
