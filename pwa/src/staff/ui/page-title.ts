import { createContext, use, useLayoutEffect } from 'react'
import type { Location } from 'react-router-dom'

/** Pixels: what sticks to the top of a page sticks below the header. */
export const headerHeight = 56

/** A link with this state scrolls the page that it opens to where it was left. */
export const returning = { returning: true } as const
const isReturning = (state: unknown) => typeof state === 'object' && state !== null && 'returning' in state

const lastKeys = new Map<string, string>()

/**
 * The key under which `ScrollRestoration` stores a page's position: one for each entry of the history. A returning link
 * makes a new entry; it shares the key of the latest entry with the same address.
 */
export function scrollKey({ pathname, search, key, state }: Location): string {
  const address = pathname + search
  if (isReturning(state)) return lastKeys.get(address) ?? key
  lastKeys.set(address, key)
  return key
}

export const PageTitleContext = createContext<(title: string) => void>(() => undefined)

/** Names the page in the header and in the browser's tab. */
export function usePageTitle(title: string) {
  const setTitle = use(PageTitleContext)
  useLayoutEffect(() => {
    setTitle(title)
    document.title = `${title} · Kerbside`
  }, [setTitle, title])
}
