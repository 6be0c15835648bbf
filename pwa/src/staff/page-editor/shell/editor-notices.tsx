import { Alert, Button, Stack, type ButtonProps } from '@mui/material'
import { isBuiltInUrl } from '@kerbside/schema/pages/defaults/default-content'
import { formatAgo } from '../../ui/times.ts'
import type { EditablePage } from '../pages.queries.ts'
import { useEditorContext } from './editor-context.ts'

type EditorNoticesProps = {
  /** A version that somebody else saved since this page was opened. */
  newer: EditablePage | null
  onCompare: () => void
}

/** What the person should know before typing on. */
export function EditorNotices({ newer, onCompare }: EditorNoticesProps) {
  const { state, url, labels, errors, dispatch } = useEditorContext()
  const { undo, page } = state
  const wrong = Object.keys(errors).length
  const general = [...(errors['content'] ?? []), ...(errors[''] ?? [])]
  return (
    <Stack spacing={1} sx={{ '&:not(:empty)': { mb: 1.5 } }}>
      {page === null && !isBuiltInUrl(url) && (
        <Alert severity="info">
          There is no page at {url} yet. {labels.save} makes it, as a draft.
        </Alert>
      )}
      {newer !== null && (
        <Alert severity="warning" action={<NoticeButton onClick={onCompare}>Compare</NoticeButton>}>
          Changed meanwhile by {newer.savedBy?.name ?? 'somebody else'}, {formatAgo(newer.updatedAt)}. Your changes are
          safe.
        </Alert>
      )}
      {undo !== null && (
        <Alert
          severity="info"
          onClose={() => dispatch({ type: 'undoClosed' })}
          action={
            <NoticeButton
              onClick={() =>
                dispatch({ type: 'replaced', content: undo.content, why: 'Your earlier changes are back.' })
              }
            >
              Undo
            </NoticeButton>
          }
        >
          {undo.why}
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

const NoticeButton = (props: ButtonProps) => <Button color="inherit" size="small" {...props} />
