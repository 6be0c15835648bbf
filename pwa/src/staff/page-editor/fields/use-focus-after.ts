import { useEffect, useRef } from 'react'

/** Focuses the first of the wanted elements that is there after the next drawing: what was focused may have moved. */
export function useFocusAfter() {
  const wanted = useRef<string[]>([])
  useEffect(() => {
    const selectors = wanted.current
    wanted.current = []
    selectors
      .map((selector) => document.querySelector<HTMLElement>(selector))
      .find(Boolean)
      ?.focus()
  })
  return (...selectors: string[]) => void (wanted.current = selectors)
}
