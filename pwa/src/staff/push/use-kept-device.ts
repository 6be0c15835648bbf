import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { pushDevices, subscribeDevice } from './push.queries.ts'
import { findSubscription, ownTimeZone, renewSubscription, unsubscribe } from './this-browser.ts'

/**
 * Tells the server of this browser's subscription when the app is opened: browsers change it, and keys do. A subscription
 * of a session that has ended is ended here too. Without one nothing is asked.
 */
export function useKeptDevice(): void {
  const client = useQueryClient()
  useEffect(() => {
    const keep = async () => {
      if ((await findSubscription()) === null) return
      const { pushKey, myPushDevices } = await client.fetchQuery(pushDevices())
      const device = myPushDevices.find(({ isCurrent }) => isCurrent)
      if (!device || pushKey === null) return unsubscribe()
      const subscription = await renewSubscription(pushKey)
      const { events, quietHours } = device
      await subscribeDevice({ subscription, events, quietHours, timeZone: ownTimeZone() })
    }
    keep().catch(() => {
      // The server or the push service is away. The next start of the app does it.
    })
  }, [client])
}
