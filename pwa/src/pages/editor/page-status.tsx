import { ToneChip } from '../../staff/ui/tone-chip.tsx'
import type { PageRow } from './pages.queries.ts'

export type PublishState = Pick<PageRow, 'isPublished' | 'version' | 'publishedVersion'>

/** A published page whose draft has gone on since: visitors still see the older version. */
export const hasUnpublishedChanges = ({ isPublished, version, publishedVersion }: PublishState) =>
  isPublished && version !== publishedVersion

/** `null` is a page that exists only as built-in content. */
export function PageStatus({ page }: { page: PublishState | null }) {
  if (page === null) return <ToneChip label="Built-in" tone="blue" />
  if (!page.isPublished) return <ToneChip label="Draft" tone="slate" />
  return (
    <>
      <ToneChip label="Published" tone="green" />
      {hasUnpublishedChanges(page) && <ToneChip label="Newer draft" tone="amber" />}
    </>
  )
}
