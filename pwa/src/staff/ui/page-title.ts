import { createContext, use, useLayoutEffect } from 'react'

export const PageTitleContext = createContext<(title: string) => void>(() => undefined)

/** Names the page in the header and in the browser's tab. */
export function usePageTitle(title: string) {
  const setTitle = use(PageTitleContext)
  useLayoutEffect(() => {
    setTitle(title)
    document.title = `${title} · Kerbside`
  }, [setTitle, title])
}
