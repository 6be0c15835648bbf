// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answerOf, renderStaff, type Failure } from '../../testing/render-staff.tsx'
import type { PageEditor } from '../page-kinds.ts'
import { pageLabels } from '../page-labels.ts'
import type { EditablePage } from '../pages.queries.ts'
import { ActionBar } from './editor-bars.tsx'
import { EditorContext, useEditorState } from './editor-context.ts'
import { usePublish } from './use-publish.ts'
import { useSave } from './use-save.ts'

const page: EditablePage = {
  id: 'p1',
  url: '/spring',
  title: 'Spring',
  isPublished: false,
  version: 1,
  publishedVersion: null,
  createdAt: '2026-11-21T10:00:00Z',
  updatedAt: '2026-11-21T10:00:00Z',
  savedBy: { name: 'Ada' },
  content: { title: 'Saved' },
  previewUrl: '/spring?preview=x',
}
const pageEditor: PageEditor = {
  kind: 'index',
  labels: pageLabels.index,
  tabs: [],
  complete: (content) => content,
  warning: () => null,
  defaults: () => ({}),
}

/** The buttons of an editor of one title. */
function Editor() {
  const editor = useEditorState(pageEditor, 'spring', page)
  const { save, saveDraft } = useSave(editor)
  const { publish, unpublish } = usePublish(editor, saveDraft)
  const type = () => editor.dispatch({ type: 'changed', update: () => ({ title: 'Typed' }) })
  return (
    <EditorContext value={editor}>
      <button type="button" onClick={type}>
        Type
      </button>
      <ActionBar actions={{ save: () => void save(), publish, unpublish, reset: () => {} }} room="wide" stored isTop />
    </EditorContext>
  )
}

test('a publish that fails leaves what was typed to be saved, or saved as the draft', async () => {
  const failures: Record<string, Failure[]> = {
    SavePage: [{ code: 'BAD_USER_INPUT', message: 'Please check the highlighted fields.', fields: {} }],
    PublishPage: [{ code: 'UNAVAILABLE', message: 'Try again later.' }],
  }
  const sent: [string, object][] = []
  const { user } = await renderStaff(<Editor />, (operation, variables) => {
    sent.push([operation, variables])
    const answer = { ...page, content: variables.content, version: 2 }
    return answerOf({ [operation === 'SavePage' ? 'savePage' : 'publishPage']: answer }, failures[operation]?.shift())
  })
  const press = (name: string) => user.click(screen.getByRole('button', { name }))
  const saving = ['SavePage', { id: 'p1', content: { title: 'Typed' }, version: 1 }]

  await press('Type')
  await press('Publish')
  await screen.findByText('Save failed')
  screen.getByText('Please check the highlighted fields.')
  expect(screen.getByRole('status').textContent).toBe('Unsaved changes')
  expect(screen.getByRole('button', { name: pageLabels.index.save })).toHaveProperty('disabled', false)

  await press('Publish')
  await screen.findByText(/Try again later\./)
  expect(screen.getByRole('status').textContent).toBe('Saved. Not visible to visitors.')
  expect(sent).toEqual([saving, saving, ['PublishPage', { id: 'p1' }]])
})
