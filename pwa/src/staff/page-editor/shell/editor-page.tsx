import type { PageKind } from '@kerbside/schema/pages/page'
import { urlProblem } from '@kerbside/schema/pages/page-url'
import { useQuery } from '@tanstack/react-query'
import { Button } from '@mui/material'
import { Link, useParams } from 'react-router-dom'
import { usePageTitle } from '../../ui/page-title.ts'
import { Loading } from '../../ui/loading.tsx'
import { EmptyState, LoadFailure } from '../../ui/notices.tsx'
import { listPath, urlOfEditor } from '../page-labels.ts'
import { pageToEdit } from '../pages.queries.ts'
import { useStoredCopy } from '../unsaved/use-unsaved-copy.ts'
import { Editor } from './editor.tsx'
import { pageEditors, type PageEditor } from '../page-kinds.ts'

/** Loads the page that the address names and its unsaved edits, then opens the editor. */
export function EditorPage({ kind }: { kind: PageKind }) {
  const { slug = 'root' } = useParams()
  return <EditorOf key={`${kind} ${slug}`} editor={pageEditors[kind]} slug={slug} />
}

function EditorOf({ editor, slug }: { editor: PageEditor; slug: string }) {
  const { kind } = editor
  const page = useQuery(pageToEdit(kind, slug))
  const { key, found } = useStoredCopy(kind, slug)
  const newUrl = urlOfEditor(kind, slug)
  usePageTitle(editor.labels.editorTitle(page.data?.url ?? newUrl))
  if (page.data === undefined && page.isError) return <LoadFailure query={page} />
  if (page.data === undefined || found === undefined) return <Loading label="Loading content…" />
  const problem = page.data === null ? urlProblem(kind, newUrl) : null
  if (problem !== null) {
    return (
      <EmptyState
        title={`There is no page at ${newUrl}`}
        action={
          <Button variant="contained" component={Link} to={listPath(kind)}>
            Back to Pages
          </Button>
        }
      >
        {problem}
      </EmptyState>
    )
  }
  return <Editor editor={editor} slug={slug} latest={page.data} copyKey={key} found={found} />
}
