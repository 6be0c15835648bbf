import { createContext, use, useLayoutEffect } from 'react'

/** Pixels: what sticks to the top of a page sticks below the header. */
export const headerHeight = 56

/** A link with this state scrolls the page that it opens to where it was left. */
export const returning = { returning: true } as const

export const PageTitleContext = createContext<(title: string) => void>(() => undefined)

/** Names the page in the header and in the browser's tab. */
export function usePageTitle(title: string) {
  const setTitle = use(PageTitleContext)
  useLayoutEffect(() => {
    setTitle(title)
    document.title = `${title} · Kerbside`
  }, [setTitle, title])
}
