import { useEffect, useState } from 'react'
import { readCookie, writeCookie } from '../cookies.ts'

/** docs/specification.md, 9.2. */
export const sidebarWidth = { full: '16rem', mobile: '18rem', icons: '3rem' } as const
const cookie = 'sidebar_state'
const cookieDays = 7

/** Wide or icons only on a desk (remembered), open or shut on a phone. B with Ctrl or Meta toggles. */
export function useSidebar(isPhone: boolean) {
  const [expanded, setExpanded] = useState(() => readCookie(cookie) !== 'false')
  const [drawerOpen, setDrawerOpen] = useState(false)

  const toggle = () => {
    if (isPhone) return setDrawerOpen((open) => !open)
    setExpanded(!expanded)
    writeCookie(cookie, String(!expanded), cookieDays)
  }

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'b' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      toggle()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  })

  return { expanded, drawerOpen: isPhone && drawerOpen, closeDrawer: () => setDrawerOpen(false), toggle }
}
