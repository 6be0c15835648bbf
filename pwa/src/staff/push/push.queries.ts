import { queryOptions } from '@tanstack/react-query'
import { graphql, mutate, query, type ResultOf, type VariablesOf } from '../../api/graphql.ts'

const MyPushDevices = graphql(`
  query MyPushDevices {
    pushKey
    myPushDevices {
      id
      device
      isCurrent
      events
      quietHours {
        from
        to
      }
      timeZone
      createdAt
      lastUsedAt
      lastError
    }
  }
`)
export type PushDevice = ResultOf<typeof MyPushDevices>['myPushDevices'][number]
export type PushEvent = PushDevice['events'][number]

/** One's own notified devices, and the key to subscribe with; null when the server has none. */
export const pushDevices = () => queryOptions({ queryKey: ['push-devices'], queryFn: () => query(MyPushDevices, {}) })

const SubscribeToPush = graphql(`
  mutation SubscribeToPush(
    $subscription: PushSubscriptionInput!
    $events: [PushEvent!]!
    $quietHours: QuietHoursInput
    $timeZone: String!
  ) {
    subscribeToPush(subscription: $subscription, events: $events, quietHours: $quietHours, timeZone: $timeZone) {
      id
    }
  }
`)
const UpdatePushDevice = graphql(`
  mutation UpdatePushDevice($id: ID!, $events: [PushEvent!]!, $quietHours: QuietHoursInput, $timeZone: String!) {
    updatePushDevice(id: $id, events: $events, quietHours: $quietHours, timeZone: $timeZone) {
      id
    }
  }
`)
const UnsubscribeFromPush = graphql(`
  mutation UnsubscribeFromPush($id: ID!) {
    unsubscribeFromPush(id: $id)
  }
`)
const SendTestPush = graphql(`
  mutation SendTestPush($id: ID!) {
    sendTestPush(id: $id)
  }
`)

export const subscribeDevice = (device: VariablesOf<typeof SubscribeToPush>) => mutate(SubscribeToPush, device)
export const updateDevice = (device: VariablesOf<typeof UpdatePushDevice>) => mutate(UpdatePushDevice, device)
export const removeDevice = (id: string) => mutate(UnsubscribeFromPush, { id })
export const sendTestPush = (id: string) => mutate(SendTestPush, { id })
