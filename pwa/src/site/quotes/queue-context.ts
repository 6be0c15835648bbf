import { createContext, useContext, useSyncExternalStore } from 'react'
import { emptyQueue, type QuoteQueue } from '../../offline/outbox/quote-queue.ts'

/** Null while the server renders: a server has no outbox. */
export const QueueContext = createContext<QuoteQueue | null>(null)

export const useQueue = () => useContext(QueueContext)

const unsubscribed = () => () => {}

/** What waits on this phone; nothing until the outbox was read. */
export function useQueueSnapshot() {
  const queue = useQueue()
  return useSyncExternalStore(
    queue?.subscribe ?? unsubscribed,
    queue?.snapshot ?? nothing,
    queue?.serverSnapshot ?? nothing,
  )
}

const nothing = () => emptyQueue

/** The server has other answers under the id that these were to be sent with. */
export const sentBefore = 'This form was sent before. These answers were not sent.'
