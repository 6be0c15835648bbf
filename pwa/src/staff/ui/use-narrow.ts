import { useCallback, useState } from 'react'

/**
 * Whether the element that `ref` is given to is narrower than so many pixels. The room for a list depends on the
 * sidebar and the zoom as much as on the window.
 */
export function useNarrow(below: number) {
  const [isNarrow, setNarrow] = useState(() => window.innerWidth < below)
  const ref = useCallback(
    (element: HTMLElement | null) => {
      if (element === null) return
      const observer = new ResizeObserver(() => setNarrow(element.clientWidth < below))
      observer.observe(element)
      return () => observer.disconnect()
    },
    [below],
  )
  return { ref, isNarrow }
}
