import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

/** What the palette asks a screen to do once it is there. */
export type AskedAction = 'import-leads' | 'export-leads' | 'add-user' | 'add-contractor' | 'show-keys'

/** The state of a link to the screen that does it. */
export const asking = (action: AskedAction) => ({ asked: action })

/** Does what the address was opened for, once: a reload or a way back does not do it again. */
export function useAskedFor(action: AskedAction, run: () => void): void {
  const { state, pathname, search } = useLocation()
  const navigate = useNavigate()
  const isAsked = (state as Partial<ReturnType<typeof asking>> | null)?.asked === action
  const act = useEffectEvent(run)
  const forget = useEffectEvent(() =>
    navigate(pathname + search, { replace: true, state: null, preventScrollReset: true }),
  )
  useEffect(() => {
    if (!isAsked) return
    void forget()
    act()
  }, [isAsked])
}
