import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { Ask, Passing } from './use-leave-guard.ts'

type BackGuard = { active: boolean; asking: boolean; passing: Passing; ask: Ask }

/**
 * A step back cannot be stopped, only made to go nowhere: while edits are unsaved, the page stands in the history twice.
 * A step back then arrives at the same page, which asks, and goes on from there when the answer is to leave.
 */
export function useBackGuard({ active, asking, passing, ask }: BackGuard) {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  /** Place in the history of the second entry; null while there is none. */
  const second = useRef<number | null>(null)
  const here = useRef(pathname + search)
  const isActive = useRef(active)

  useEffect(() => {
    if (!active || asking || passing.current || second.current !== null) return
    void navigate(here.current)
    second.current = placeInHistory()
  }, [active, asking, passing, navigate])

  useEffect(() => {
    isActive.current = active
    // The first entry may name another tab of the editor than the one that was left.
    const onFirst = asking || (second.current !== null && placeInHistory() !== second.current)
    if (!onFirst) here.current = pathname + search
  })

  useEffect(() => {
    const onPop = () => {
      const place = placeInHistory()
      if (passing.current || second.current === null || place === null || place >= second.current) return
      second.current = null
      const goOn = () => history.go(-1)
      if (isActive.current) ask(goOn)
      else goOn()
    }
    window.addEventListener('popstate', onPop)
    return () => window.removeEventListener('popstate', onPop)
  }, [passing, ask])
}

/** The router numbers the entries that it makes. */
function placeInHistory(): number | null {
  const state: unknown = history.state
  const place = typeof state === 'object' && state !== null && 'idx' in state ? state.idx : null
  return typeof place === 'number' ? place : null
}
