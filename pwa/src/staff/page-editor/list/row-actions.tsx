import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { Link as RouterLink } from 'react-router-dom'
import { hasUnpublishedChanges } from '../page-status.tsx'
import { editPath } from '../page-labels.ts'
import type { PageRow } from '../pages.queries.ts'
import type { ListedPage } from './listed-page.ts'
import type { PageListState } from './use-page-list.ts'
import type { PageAct } from './use-page-actions.ts'

type RowActionsProps = { page: PageRow; list: PageListState }

export function RowActions({ page, list }: RowActionsProps) {
  const mayPublish = !page.isPublished || hasUnpublishedChanges(page)
  return (
    <ActionRow>
      <EditButton list={list} page={page} />
      {mayPublish && <ActButton act="publish" label="Publish" list={list} page={page} />}
      {page.isPublished && <ActButton act="unpublish" label="Unpublish" list={list} page={page} />}
      <CopyButtons list={list} page={page} />
      <Button size="small" color="error" aria-label={`Delete ${page.url}`} onClick={() => list.deletion.ask(page)}>
        Delete
      </Button>
    </ActionRow>
  )
}

/** What a built-in page offers: editing it makes a record of it. */
export function BuiltInActions({ page, list }: { page: ListedPage; list: PageListState }) {
  return (
    <ActionRow>
      <EditButton list={list} page={page} />
      <CopyButtons list={list} page={page} />
    </ActionRow>
  )
}

function ActionRow({ children }: { children: React.ReactNode }) {
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
      {children}
    </Stack>
  )
}

type ActionProps = { page: ListedPage; list: PageListState }

function EditButton({ page, list }: ActionProps) {
  return (
    <Button size="small" component={RouterLink} to={editPath(list.kind, page.url)} aria-label={`Edit ${page.url}`}>
      Edit
    </Button>
  )
}

function CopyButtons({ page, list }: ActionProps) {
  return (
    <>
      <ActButton act="duplicate" label="Duplicate" list={list} page={page} />
      <Button
        size="small"
        color="inherit"
        aria-label={`Clone ${page.url}`}
        onClick={() => list.urls.ask({ act: 'clone', page })}
      >
        Clone
      </Button>
    </>
  )
}

type ActButtonProps = ActionProps & { act: PageAct; label: string }

function ActButton({ act, label, page, list }: ActButtonProps) {
  return (
    <Button
      size="small"
      color={act === 'publish' ? 'primary' : 'inherit'}
      aria-label={`${label} ${page.url}`}
      loading={list.actions.busyWith(page) === act}
      onClick={() => list.actions.start(act, page)}
    >
      {label}
    </Button>
  )
}
