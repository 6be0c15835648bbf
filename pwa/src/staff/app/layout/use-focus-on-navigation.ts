import { useEffect, useRef, type RefObject } from 'react'
import { useLocation } from 'react-router-dom'

/** A new page starts at its heading for keyboards and screen readers; the first page is left to the browser. */
export function useFocusOnNavigation(heading: RefObject<HTMLElement | null>) {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    heading.current?.focus({ preventScroll: true })
  }, [pathname, heading])
}
