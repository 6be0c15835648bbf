import BookmarkIcon from '@mui/icons-material/BookmarkBorder'
import { Box, Button, Divider, MenuItem } from '@mui/material'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, messageOf } from '../../../api/api-error.ts'
import { graphql, mutate, query, type ResultOf } from '../../../api/graphql.ts'
import { ActionItem, ActionMenu } from '../../ui/action-menu.tsx'
import { DialogFrame, useConfirmed } from '../../ui/dialogs/confirm-dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { FormDialog } from '../../ui/forms/form-dialog.tsx'
import { requiredErrors, useForm } from '../../ui/forms/use-form.ts'
import { useFreshDialog, type DialogState } from '../../ui/dialogs/fresh-dialog.tsx'
import { Muted, Row, Rows } from '../../ui/section.tsx'
import type { ListState } from './use-lead-list-state.ts'

const SavedViews = graphql(`
  query SavedViews {
    savedViews {
      id
      name
      query
    }
  }
`)
type SavedView = ResultOf<typeof SavedViews>['savedViews'][number]

const savedViews = () =>
  queryOptions({
    queryKey: ['saved-views'],
    queryFn: async () => (await query(SavedViews, {})).savedViews,
    staleTime: 60_000,
  })

const SaveView = graphql(`
  mutation SaveView($id: ID, $name: String!, $query: String!) {
    saveView(id: $id, name: $name, query: $query) {
      id
    }
  }
`)

const DeleteView = graphql(`
  mutation DeleteView($id: ID!) {
    deleteView(id: $id)
  }
`)

/** One's own views of the list: to show one, save what is shown, and rename or delete one. */
export function SavedViewsMenu({ list }: { list: ListState }) {
  const [isManaging, setManaging] = useState(false)
  const { data: views = [], isError, error } = useQuery(savedViews())
  const naming = useFreshDialog((view: Draft, state) => <NamingDialog view={view} {...state} />)
  const current = views.find((view) => view.query === list.query)
  return (
    <>
      <ActionMenu
        paperSx={{ maxHeight: 420, maxWidth: 340 }}
        button={
          <Button
            color="inherit"
            startIcon={<BookmarkIcon />}
            aria-label={current ? `Views: ${current.name}` : 'Views'}
            sx={{ flexShrink: 0, maxWidth: 200 }}
          >
            <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
              {current?.name ?? 'Views'}
            </Box>
          </Button>
        }
      >
        {views.map((view) => (
          <ActionItem
            key={view.id}
            selected={view === current}
            onChoose={() => list.open(view.query)}
            sx={{ whiteSpace: 'normal' }}
          >
            {view.name}
          </ActionItem>
        ))}
        {views.length === 0 && <MenuItem disabled>{isError ? messageOf(error) : 'No saved views yet'}</MenuItem>}
        <Divider />
        <ActionItem onChoose={() => naming.open({ name: '', query: list.query })}>Save this view…</ActionItem>
        {views.length > 0 && <ActionItem onChoose={() => setManaging(true)}>Rename or delete…</ActionItem>}
      </ActionMenu>
      <ManageDialog open={isManaging} views={views} onRename={naming.open} onClose={() => setManaging(false)} />
      {naming.dialog}
    </>
  )
}

/** `id`: of the view that is renamed; without it a new one is saved. */
type Draft = { id?: string; name: string; query: string }

function NamingDialog({ view, open, onClose }: DialogState & { view: Draft }) {
  const isNew = view.id === undefined
  const form = useForm({
    start: { name: view.name },
    check: (draft) => requiredErrors(draft, ['name'], 'Enter a name'),
    save: ({ name }) => mutate(SaveView, { ...view, name: name.trim() }),
    done: isNew ? 'View saved' : 'View renamed',
    onDone: onClose,
    refreshes: savedViews(),
  })
  const words = isNew
    ? { title: 'Save this view', text: 'Filters and sort, under a name of yours.', submit: 'Save view' }
    : { title: 'Rename the view', submit: 'Rename' }
  return (
    <FormDialog {...{ form, open, onClose }} {...words} busyText="Saving…">
      <Field
        form={form}
        name="name"
        label="Name"
        helperText="Only you see your views"
        autoFocus
        slotProps={{ htmlInput: { maxLength: 60 } }}
      />
    </FormDialog>
  )
}

type ManageDialogProps = {
  open: boolean
  views: readonly SavedView[]
  onRename: (view: SavedView) => void
  onClose: () => void
}

function ManageDialog({ open, views, onRename, onClose }: ManageDialogProps) {
  const deletion = useConfirmed({
    mutationFn: ({ id }: SavedView) =>
      mutate(DeleteView, { id }).catch((error: unknown) => {
        // It went with the leads that it found, when they were deleted.
        if (!(error instanceof ApiError) || error.code !== 'NOT_FOUND') throw error
      }),
    question: ({ name }) => ({
      title: `Delete the view ${name}`,
      text: 'The leads stay as they are.',
      confirm: 'Delete view',
      busyText: 'Deleting…',
    }),
    done: 'View deleted',
    refreshes: savedViews(),
  })
  const close = (
    <Button variant="contained" onClick={onClose}>
      Close
    </Button>
  )
  return (
    <>
      <DialogFrame title="Saved views" actions={close} {...{ open, onClose }}>
        <Rows>
          {views.map((view) => (
            <Row key={view.id} title={view.name} detail="">
              <Button size="small" aria-label={`Rename ${view.name}`} onClick={() => onRename(view)}>
                Rename
              </Button>
              <Button size="small" color="error" aria-label={`Delete ${view.name}`} onClick={() => deletion.ask(view)}>
                Delete
              </Button>
            </Row>
          ))}
        </Rows>
        {views.length === 0 && <Muted>No saved views</Muted>}
      </DialogFrame>
      {deletion.dialog}
    </>
  )
}
