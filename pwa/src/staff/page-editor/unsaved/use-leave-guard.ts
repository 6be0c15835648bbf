import { useCallback, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useBackGuard } from './use-back-guard.ts'

/**
 * Asks before unsaved edits are left by a link, the back button or by closing the tab. The router knows no blocking, so
 * links are stopped before it sees them.
 */
export function useLeaveGuard(active: boolean) {
  const [wanted, setWanted] = useState<(() => void) | null>(null)
  const passing = useRef(false)
  const ask = useCallback((go: () => void) => setWanted(() => go), [])
  useStopClosing(active)
  useStopLinks(active, passing, ask)
  useBackGuard({ active, asking: wanted !== null, passing, ask })
  return {
    asking: wanted !== null,
    stay: () => setWanted(null),
    leave() {
      passing.current = true
      wanted?.()
      setWanted(null)
    },
  }
}

export type Passing = { readonly current: boolean }
export type Ask = (go: () => void) => void

function useStopClosing(active: boolean) {
  useEffect(() => {
    if (!active) return
    const stop = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', stop)
    return () => window.removeEventListener('beforeunload', stop)
  }, [active])
}

function useStopLinks(active: boolean, passing: Passing, ask: Ask) {
  const navigate = useNavigate()
  useEffect(() => {
    if (!active) return
    const stop = (event: MouseEvent) => {
      const link = leavingLink(event)
      if (link === null || passing.current) return
      event.preventDefault()
      event.stopPropagation()
      const { pathname, search } = link
      // The link itself knows best how to be followed, unless it has gone with its menu.
      ask(() => (link.isConnected ? link.click() : void navigate(pathname + search)))
    }
    document.addEventListener('click', stop, { capture: true })
    return () => document.removeEventListener('click', stop, { capture: true })
  }, [active, passing, ask, navigate])
}

/** The link that a click would follow in this tab to another page. */
function leavingLink(event: MouseEvent): HTMLAnchorElement | null {
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
  if (!plain || !(event.target instanceof Element)) return null
  const link = event.target.closest<HTMLAnchorElement>('a[href]')
  if (link === null || link.hasAttribute('download') || (link.target !== '' && link.target !== '_self')) return null
  return link.origin === location.origin && link.pathname === location.pathname ? null : link
}
