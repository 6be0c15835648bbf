import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { messageOf } from '../../../api/api-error.ts'
import { useCan } from '../../../api/session.ts'
import { useAskedFor } from '../../ui/asked-action.ts'
import { download, DownloadButton } from '../../ui/lists/list.tsx'
import { VisuallyHidden } from '../../ui/section.tsx'
import { useToast } from '../../ui/toasts.tsx'
import { useAction } from '../../ui/use-action.ts'
import type { LeadFilterState } from '../lead-filter.ts'
import { numberOfLeads } from '../lead-labels.ts'
import { exportLeads, exportProgress, isExportUnfinished, type LeadExport } from './exports.queries.ts'

/** Has a file written of the leads that the filter leaves, shows how far it is, and downloads it when it is ready. */
export function ExportLeads({ filter }: { filter: LeadFilterState }) {
  const mayExport = useCan('lead:export')
  const [id, setId] = useState<string | null>(null)
  const toast = useToast()
  const start = useAction({
    mutationFn: () => exportLeads(filter),
    onSuccess: (started) => setId(started.id),
    failed: true,
  })
  const { data, error } = useQuery(exportProgress(id))

  useEffect(() => {
    if (id === null || (!error && (!data || isExportUnfinished(data)))) return
    setId(null)
    if (data?.downloadUrl) {
      download(data.downloadUrl)
      toast.success(`${numberOfLeads(data.written)} exported`)
    } else if (data?.state === 'STOPPED') toast.error('An admin stopped the export.')
    else toast.error(error ? messageOf(error) : 'The export failed. Please try again.')
  }, [id, data, error, toast])

  useAskedFor('export-leads', () => mayExport && start.mutate())

  if (!mayExport) return null
  const isBusy = start.isPending || id !== null
  return (
    <>
      <DownloadButton
        label={isBusy ? progressText(data ?? null) : 'Export CSV'}
        busy={isBusy}
        onClick={() => start.mutate()}
      />
      <VisuallyHidden role="status">{isBusy && 'The export has begun.'}</VisuallyHidden>
    </>
  )
}

/** 'Exporting 1,500 of 5,000…' */
function progressText(progress: Pick<LeadExport, 'state' | 'written' | 'total'> | null): string {
  if (progress?.state !== 'WRITING') return 'Exporting…'
  const written = progress.written.toLocaleString('en-GB')
  return progress.total === null
    ? `Exporting ${written}…`
    : `Exporting ${written} of ${progress.total.toLocaleString('en-GB')}…`
}
