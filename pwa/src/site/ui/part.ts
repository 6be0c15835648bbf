import { useEffect, useState } from 'react'

/**
 * A part of a page that most visitors never need. It is loaded into the page when it is first wanted, early, while there may
 * still be a network to load it over, and stays.
 */
export function createPart<Part>(fetchPart: () => Promise<Part>) {
  let part: Part | null = null
  const load = async (): Promise<void> => {
    part ??= await fetchPart()
  }
  /** Null until it is loaded. */
  function usePart(isWanted: boolean): Part | null {
    const [shown, show] = useState(() => part)
    useEffect(() => {
      if (!isWanted) return
      const tryNow = () =>
        void load().then(
          () => show(() => part),
          () => {},
        ) // once more when the network is back
      tryNow()
      window.addEventListener('online', tryNow)
      return () => window.removeEventListener('online', tryNow)
    }, [isWanted])
    return shown
  }
  return { load, usePart }
}
