import { useQueueSnapshot } from '../queue-context.ts'
import { daysWaiting } from './queue-messages.ts'
import './queue-bar.css'

/** On every page while something waits on this phone: the way to the list of it. */
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
