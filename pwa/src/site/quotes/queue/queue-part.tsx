import { useEffect, useState, type ComponentType } from 'react'
import type { QueueListProps } from './queue-list.tsx'
// In the document with all other styles: only scripts are stored for offline use.
import './queue-list.css'

/** Null until it is loaded: most visitors never need it. */
let list: ComponentType<QueueListProps> | null = null

/** Loads the list into the page, where it stays. Called early, while there may still be a network to load it over. */
export async function loadQueueList(): Promise<void> {
  list ??= (await import('./queue-list.tsx')).QueueList
}

/** What waits on this phone; in a few words until the list is loaded. */
export function QueuePart(props: QueueListProps) {
  const [List, setList] = useState(() => list)
  useEffect(() => {
    const load = () =>
      loadQueueList().then(
        () => setList(() => list),
        () => {},
      ) // once more when the network is back
    void load()
    window.addEventListener('online', load)
    return () => window.removeEventListener('online', load)
  }, [])
  if (List) return <List {...props} />
  return (
    <>
      <h1>Saved on this phone — not sent yet</h1>
      <p>Nothing is lost.</p>
    </>
  )
}
