import { createPart } from '../../ui/part.ts'
import type { QueueListProps } from './queue-list.tsx'
// In the document with all other styles: only scripts are stored for offline use.
import './queue-list.css'

const { load, usePart } = createPart(() => import('./queue-list.tsx'))
export const loadQueueList = load

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
