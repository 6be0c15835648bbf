import { isBuiltInUrl } from '@kerbside/schema/pages/defaults/default-content'
import { Stack } from '@mui/material'
import { ToneChip } from '../ui/tone-chip.tsx'
import type { PageRow } from './pages.queries.ts'

export type PublishState = Pick<PageRow, 'isPublished' | 'version' | 'publishedVersion'>

/** A published page whose draft has gone on since: visitors still see the older version. */
export const hasUnpublishedChanges = ({ isPublished, version, publishedVersion }: PublishState) =>
  isPublished && version !== publishedVersion

type PageStatusProps = {
  /** Null when there is no record. */
  page: PublishState | null
  url: string
}

export function PageStatus({ page, url }: PageStatusProps) {
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 0.5 }}>
      {page === null && <ToneChip label={isBuiltInUrl(url) ? 'Built-in' : 'New'} tone="blue" />}
      {page && !page.isPublished && <ToneChip label="Draft" tone="slate" />}
      {page?.isPublished && <ToneChip label="Published" tone="green" />}
      {page && hasUnpublishedChanges(page) && <ToneChip label="Newer draft" tone="amber" />}
    </Stack>
  )
}
