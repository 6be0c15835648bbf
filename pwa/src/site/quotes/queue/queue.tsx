import { useQueueSnapshot } from '../queue-context.ts'
import { daysWaiting } from './queue-messages.ts'

export { QueueList } from './queue-list.tsx'

/** Says that something waits, and for how many days. */
export function QueueBar() {
  const { quotes, readAt } = useQueueSnapshot()
  const [oldest] = quotes
  if (!oldest) return null
  const what = quotes.length === 1 ? 'A request is' : `${quotes.length} requests are`
  const days = daysWaiting(oldest.savedAt, readAt)
  return (
    <p className="queue-bar" role="status">
      <a href="/thank-you">
        {what} on this phone — {days ? `not sent for ${days}` : 'not sent yet'}
      </a>
    </p>
  )
}
