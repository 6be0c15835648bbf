import CloseIcon from '@mui/icons-material/Close'
import type { PageKind } from '@kerbside/schema/pages/page'
import { useQuery } from '@tanstack/react-query'
import { Alert, Box, Button, Collapse, Drawer, IconButton, Stack, Typography } from '@mui/material'
import { useId, useState } from 'react'
import { messageOf } from '../../../api/api-error.ts'
import { Loading } from '../../ui/loading.tsx'
import { LoadFailure } from '../../ui/notices.tsx'
import { formatDateTime } from '../../ui/times.ts'
import { ToneChip } from '../../ui/tone-chip.tsx'
import { pageHistory, pageVersionContent, type EditablePage, type PageVersion } from '../pages.queries.ts'
import { differences } from './content-changes.ts'
import { DifferenceList, type TabNames } from './difference-list.tsx'

type HistoryDrawerProps = {
  open: boolean
  kind: PageKind
  slug: string
  page: EditablePage
  /** The editor's content, with which a version is compared. */
  content: unknown
  complete: (content: unknown) => unknown
  tabs: TabNames
  busy: boolean
  onRestore: (version: number) => void
  onClose: () => void
}

/** Every save of the page, newest first: who, when, what it changed; an earlier one can be the draft again. */
export function HistoryDrawer({ open, onClose, ...list }: HistoryDrawerProps) {
  return (
    <Drawer
      anchor="right"
      open={open}
      onClose={onClose}
      slotProps={{
        paper: { role: 'dialog', 'aria-labelledby': 'history-title', sx: { width: 480, maxWidth: '100%' } },
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', px: 2, py: 1.25, borderBottom: 1, borderColor: 'divider' }}>
        <Typography variant="h2" id="history-title" sx={{ flexGrow: 1 }}>
          History
        </Typography>
        <IconButton aria-label="Close the history" onClick={onClose} edge="end">
          <CloseIcon fontSize="small" />
        </IconButton>
      </Box>
      <Versions {...list} />
    </Drawer>
  )
}

type VersionsProps = Omit<HistoryDrawerProps, 'open' | 'onClose'>

function Versions(props: VersionsProps) {
  const { kind, slug, page } = props
  const history = useQuery(pageHistory(kind, slug))
  if (history.isPending) return <Loading label="Loading versions…" />
  if (!history.data) {
    return (
      <Box sx={{ p: 2 }}>
        <LoadFailure query={history} />
      </Box>
    )
  }
  return (
    <Box component="ol" aria-label="Versions" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {history.data.map((version) => (
        <HistoryEntry
          key={version.version}
          version={version}
          isDraft={version === history.data[0]}
          isLive={page.isPublished && version.version === page.publishedVersion}
          {...props}
        />
      ))}
    </Box>
  )
}

type HistoryEntryProps = VersionsProps & { version: PageVersion; isDraft: boolean; isLive: boolean }

function HistoryEntry(props: HistoryEntryProps) {
  const { version, isDraft, isLive, busy, onRestore } = props
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
        <Comparison {...props} />
      </Collapse>
    </Box>
  )
}

/** Compares a version with the editor's content, saved or not. */
function Comparison({ kind, slug, version: { version }, content, complete, tabs }: HistoryEntryProps) {
  const then = useQuery(pageVersionContent(kind, slug, version))
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
