import { createPart } from '../../ui/part.ts'
import type { QueueListProps } from './queue-list.tsx'
// In the document with all other styles: only scripts are stored for offline use.
import './queue-list.css'

export const { load: loadQueueList, usePart: useQueueList } = createPart(
  async () => (await import('./queue-list.tsx')).QueueList,
)

/** What waits on this phone; in a few words until the list is loaded. */
export function QueuePart(props: QueueListProps) {
  const List = useQueueList(true)
  if (List) return <List {...props} />
  return (
    <>
      <h1>Saved on this phone — not sent yet</h1>
      <p>Nothing is lost.</p>
    </>
  )
}
