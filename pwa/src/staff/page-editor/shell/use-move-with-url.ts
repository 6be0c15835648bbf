import { sublinkOfSlug, sublinkOfUrl } from '@kerbside/schema/pages/page-url'
import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { editPath } from '../page-labels.ts'
import type { Desk } from './use-editor-context.ts'

/** A page that was given another url has another editor address; it is followed once nothing is unsaved. */
export function useMoveWithUrl({ editor: { kind }, slug, url, dirty, busy }: Desk) {
  const navigate = useNavigate()
  const moved = sublinkOfSlug(kind, slug) !== sublinkOfUrl(kind, url)
  useEffect(() => {
    if (moved && !dirty && busy === null) void navigate(editPath(kind, url), { replace: true })
  }, [moved, dirty, busy, navigate, kind, url])
}
