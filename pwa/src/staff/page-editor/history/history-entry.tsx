import type { PageKind } from '@kerbside/schema/pages/page'
import { useQuery } from '@tanstack/react-query'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Collapse from '@mui/material/Collapse'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { messageOf } from '../../../api/api-error.ts'
import { formatDateTime } from '../../ui/times.ts'
import { ToneChip } from '../../ui/tone-chip.tsx'
import { differences } from '../changes/content-changes.ts'
import { DifferenceList, type TabNames } from '../changes/difference-list.tsx'
import { pageVersionContent, type PageVersion } from '../pages.queries.ts'

type Place = { kind: PageKind; slug: string }

type HistoryEntryProps = {
  version: PageVersion
  place: Place
  isDraft: boolean
  isLive: boolean
  content: unknown
  complete: (content: unknown) => unknown
  tabs: TabNames
  busy: boolean
  onRestore: (version: number) => void
}

export function HistoryEntry(props: HistoryEntryProps) {
  const { version, place, isDraft, isLive, busy, onRestore, ...comparison } = props
  const [open, setOpen] = useState(false)
  const id = useId()
  const name = `Version ${version.version}`
  return (
    <Box component="li" sx={{ px: 2, py: 1.5, borderBottom: 1, borderColor: 'divider' }}>
      <Stack direction="row" sx={{ alignItems: 'center', gap: 0.75, flexWrap: 'wrap' }}>
        <Typography sx={{ fontWeight: 600 }}>{name}</Typography>
        {isLive && <ToneChip label="Live" tone="green" />}
        {isDraft && <ToneChip label="Draft" tone="slate" />}
      </Stack>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {formatDateTime(version.savedAt)} by {version.savedBy?.name ?? 'the system'}
        {version.origin !== null && `, ${version.origin}`}
      </Typography>
      <Box sx={{ display: 'flex', gap: 0.5, ml: -0.625, mt: 0.25 }}>
        <Button
          size="small"
          color="inherit"
          aria-label={`What differs from ${name}`}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          What differs
        </Button>
        {!isDraft && (
          <Button
            size="small"
            disabled={busy}
            aria-label={`Restore ${name}`}
            onClick={() => onRestore(version.version)}
          >
            Restore
          </Button>
        )}
      </Box>
      <Collapse in={open} unmountOnExit id={id}>
        <Comparison place={place} version={version.version} {...comparison} />
      </Collapse>
    </Box>
  )
}

type ComparisonProps = Pick<HistoryEntryProps, 'place' | 'content' | 'complete' | 'tabs'> & { version: number }

/** Against what stands in the editor, saved or not. */
function Comparison({ place, version, content, complete, tabs }: ComparisonProps) {
  const then = useQuery(pageVersionContent(place.kind, place.slug, version))
  if (then.isPending) return <Typography variant="body2">Loading…</Typography>
  if (then.isError) return <Alert severity="error">{messageOf(then.error)}</Alert>
  const found = differences(complete(then.data), content)
  if (found.length === 0) {
    return <Typography variant="body2">Nothing: it is what stands in the editor.</Typography>
  }
  return (
    <DifferenceList
      differences={found}
      content={content}
      tabs={tabs}
      sides={{ mine: `Version ${version}`, theirs: 'In the editor' }}
    />
  )
}
