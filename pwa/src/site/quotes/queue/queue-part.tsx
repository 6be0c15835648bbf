import { createPart } from '../../ui/part.ts'
import { useQueueSnapshot } from '../queue-context.ts'
import type { QueueListProps } from './queue-list.tsx'
// In the document with all other styles: only scripts are stored for offline use.
import '../../ui/toasts.css'
import './queue-bar.css'
import './queue-list.css'

const { load, usePart } = createPart(() => import('./queue.tsx'))
export const loadQueue = load

/** On every page while something waits on this phone: the way to the list of it. */
export function QueueBarPart() {
  const isWaiting = useQueueSnapshot().quotes.length > 0
  const part = usePart(isWaiting)
  return isWaiting && part && <part.QueueBar />
}

/** What waits on this phone; in a few words until the list is loaded. */
export function QueuePart(props: QueueListProps) {
  const part = usePart(true)
  if (part) return <part.QueueList {...props} />
  return (
    <>
      <h1>Saved on this phone — not sent yet</h1>
      <p>Nothing is lost.</p>
    </>
  )
}
