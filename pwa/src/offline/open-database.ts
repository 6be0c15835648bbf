import type { DBSchema, IDBPDatabase, OpenDBCallbacks } from 'idb'

/**
 * Runs work on a database that is opened when first needed. iOS closes a page's databases while it sleeps: work that
 * finds its database closed is repeated once on a new connection.
 */
export function reopening<Schema extends DBSchema>(
  open: (callbacks: OpenDBCallbacks<Schema>) => Promise<IDBPDatabase<Schema>>,
) {
  let opened: Promise<IDBPDatabase<Schema>> | null = null
  const forget = () => void (opened = null)
  const callbacks: OpenDBCallbacks<Schema> = {
    // Another tab brings a newer version: give way, and open again when next needed.
    blocking(_current, _blocked, event) {
      forget()
      ;(event.target as IDBDatabase).close()
    },
    terminated: forget,
  }
  return async <T>(work: (database: IDBPDatabase<Schema>) => Promise<T>): Promise<T> => {
    const attempt = async () => work(await (opened ??= open(callbacks)))
    try {
      return await attempt()
    } catch (error) {
      forget()
      if (!lostConnection(error)) throw error
      return attempt()
    }
  }
}

const lostConnection = (error: unknown) =>
  error instanceof DOMException && ['InvalidStateError', 'UnknownError', 'AbortError'].includes(error.name)
