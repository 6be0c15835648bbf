import { useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'

const positions = new Map<string, number>()

const isReturning = (state: unknown) => typeof state === 'object' && state !== null && 'returning' in state

/** A new page starts at its top; going back, by the browser or by a link, finds the old place. */
export function useScrollMemory() {
  const { pathname, search, state } = useLocation()
  const navigation = useNavigationType()
  const shown = useRef<string | null>(null)
  const key = pathname + search

  useLayoutEffect(() => {
    // A filter changes only the query: the page stays where it is.
    if (shown.current === pathname) return
    shown.current = pathname
    const back = navigation === 'POP' || isReturning(state)
    window.scrollTo(0, back ? (positions.get(key) ?? 0) : 0)
  }, [pathname, key, navigation, state])

  useLayoutEffect(() => {
    history.scrollRestoration = 'manual'
    const remember = () => positions.set(key, window.scrollY)
    window.addEventListener('scroll', remember, { passive: true })
    return () => window.removeEventListener('scroll', remember)
  }, [key])
}
