import type { QuoteFormContent } from '@kerbside/schema/pages/content/form-content'
import { useEffect, useState } from 'react'
import { drafts } from './draft.ts'

/**
 * The form to show: the newest, unless somebody has begun to fill one in. That one stays as they saw it, with its
 * version, when an admin publishes another meanwhile; the server knows both.
 */
export function useFormBegun(page: string, content: QuoteFormContent, formVersion: number) {
  const [shown, setShown] = useState({ content, formVersion })
  useEffect(() => {
    let current = true
    void drafts.isBegun(page).then((begun) => {
      if (!current || begun) return
      setShown((last) => (last.content === content ? last : { content, formVersion }))
    })
    return () => void (current = false)
  }, [page, content, formVersion])
  return shown
}
