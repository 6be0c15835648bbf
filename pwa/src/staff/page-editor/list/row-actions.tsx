import { Button, Stack } from '@mui/material'
import { Link as RouterLink } from 'react-router-dom'
import { editPath } from '../page-labels.ts'
import { hasUnpublishedChanges } from '../page-status.tsx'
import type { ListedPage } from './listed-page.ts'
import type { PageAction, PageListState } from './use-page-list.ts'

type RowActionsProps = { page: ListedPage; list: PageListState }

/** What can be done to a page of the list. A built-in page can be copied, and editing it makes a record of it. */
export function RowActions({ page, list }: RowActionsProps) {
  const record = page.id === null ? null : page
  const mayPublish = record !== null && (!record.isPublished || hasUnpublishedChanges(record))
  return (
    <Stack
      direction="row"
      sx={{
        flexWrap: 'wrap',
        justifyContent: { lg: 'flex-end' },
        mx: -1,
        my: { lg: -0.5 },
        '& .MuiButton-root': { minWidth: 0, px: 1 },
      }}
    >
      <Button size="small" component={RouterLink} to={editPath(list.kind, page.url)} aria-label={`Edit ${page.url}`}>
        Edit
      </Button>
      {mayPublish && <ActionButton action="publish" label="Publish" list={list} page={page} />}
      {record?.isPublished && <ActionButton action="unpublish" label="Unpublish" list={list} page={page} />}
      <ActionButton action="duplicate" label="Duplicate" list={list} page={page} />
      <Button
        size="small"
        color="inherit"
        aria-label={`Clone ${page.url}`}
        onClick={() => list.urls.ask({ action: 'clone', page })}
      >
        Clone
      </Button>
      {record && (
        <Button size="small" color="error" aria-label={`Delete ${page.url}`} onClick={() => list.deletion.ask(record)}>
          Delete
        </Button>
      )}
    </Stack>
  )
}

type ActionButtonProps = RowActionsProps & { action: PageAction; label: string }

function ActionButton({ action, label, page, list }: ActionButtonProps) {
  return (
    <Button
      size="small"
      color={action === 'publish' ? 'primary' : 'inherit'}
      aria-label={`${label} ${page.url}`}
      loading={list.actions.busyWith(page) === action}
      onClick={() => list.actions.start(action, page)}
    >
      {label}
    </Button>
  )
}
