import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { isBuiltInUrl } from '@kerbside/schema/pages/defaults/default-content'
import { formatAgo } from '../../ui/times.ts'
import type { EditablePage } from '../pages.queries.ts'
import type { Desk } from './use-editor-context.ts'

type EditorNoticesProps = {
  desk: Desk
  /** Saved by somebody else since this page was opened. */
  news: EditablePage | null
  onCompare: () => void
}

/** What whoever edits should know before typing on. */
export function EditorNotices({ desk, news, onCompare }: EditorNoticesProps) {
  const { state, url, words, errors, dispatch } = desk
  const { aside, page } = state
  const wrong = Object.keys(errors).length
  const general = [...(errors['content'] ?? []), ...(errors[''] ?? [])]
  return (
    <Stack spacing={1} sx={{ '&:not(:empty)': { mb: 1.5 } }}>
      {page === null && !isBuiltInUrl(url) && (
        <Alert severity="info">
          There is no page at {url} yet. {words.save} makes it, as a draft.
        </Alert>
      )}
      {news !== null && (
        <Alert
          severity="warning"
          action={
            <Button color="inherit" size="small" onClick={onCompare} sx={{ whiteSpace: 'nowrap' }}>
              Compare
            </Button>
          }
        >
          Changed meanwhile by {news.savedBy?.name ?? 'somebody else'}, {formatAgo(news.updatedAt)}. Your changes are
          safe.
        </Alert>
      )}
      {aside !== null && (
        <Alert
          severity="info"
          onClose={() => dispatch({ type: 'asideClosed' })}
          action={
            <Button
              color="inherit"
              size="small"
              onClick={() =>
                dispatch({ type: 'replaced', content: aside.content, why: 'Your earlier changes are back.' })
              }
            >
              Undo
            </Button>
          }
        >
          {aside.why}
        </Alert>
      )}
      {wrong > 0 && (
        <Alert severity="error">
          {wrong === 1 ? 'One field needs' : `${wrong} fields need`} another look before this page can be saved. The
          tabs are marked.
          {general.length > 0 && ` ${general.join(' ')}`}
        </Alert>
      )}
    </Stack>
  )
}
