import Button from '@mui/material/Button'
import { EmptyState } from '../../ui/notices.tsx'
import type { ListState } from './lead-list-toolbar.tsx'

/** Why there is nothing, and what to do about it. */
export function LeadListEmpty({ list }: { list: ListState }) {
  if (list.pageNumber > 1 || list.state.after !== null || list.state.before !== null)
    return (
      <EmptyState
        title="Nothing on this page any more"
        action={<Button onClick={list.first}>Go to the first page</Button>}
      >
        The leads that were here have moved or were deleted.
      </EmptyState>
    )
  if (list.isFiltered)
    return (
      <EmptyState title="No leads match" action={<Button onClick={list.clear}>Clear filters</Button>}>
        Check the spelling, search for a part of the name, or choose another status.
      </EmptyState>
    )
  return (
    <EmptyState
      title="No leads yet"
      action={
        <Button href="/" target="_blank" rel="noopener">
          Open the quote form
        </Button>
      }
    >
      A request sent with the quote form on the website appears here within seconds.
    </EmptyState>
  )
}
