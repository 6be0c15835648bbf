import CloseIcon from '@mui/icons-material/Close'
import { useQuery } from '@tanstack/react-query'
import { Alert, Box, Button, Collapse, Drawer, IconButton, Stack, Typography } from '@mui/material'
import { useId, useState } from 'react'
import { messageOf } from '../../../api/api-error.ts'
import { Loading } from '../../ui/notices.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { Muted } from '../../ui/section.tsx'
import { formatDateTime } from '../../ui/times.ts'
import { ToneChip } from '../../ui/tone-chip.tsx'
import { differences } from '../changes/content-changes.ts'
import { DifferenceList } from '../changes/difference-list.tsx'
import { pageHistory, pageVersionContent, type PageVersion } from '../pages.queries.ts'
import { useEditorContext } from './editor-context.ts'

type HistoryDrawerProps = { open: boolean; onRestore: (version: number) => void; onClose: () => void }

/** Every save of the page, newest first: who, when, what it changed; an earlier one can be the draft again. */
export function HistoryDrawer({ open, onRestore, onClose }: HistoryDrawerProps) {
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
      <Versions onRestore={onRestore} />
    </Drawer>
  )
}

type VersionsProps = Pick<HistoryDrawerProps, 'onRestore'>

function Versions({ onRestore }: VersionsProps) {
  const { kind, slug, state } = useEditorContext()
  const history = useQuery(pageHistory(kind, slug))
  if (!history.data)
    return <QueryState query={history} skeleton={<Loading label="Loading versions…" />} failureSx={{ m: 2 }} />
  return (
    <Box component="ol" aria-label="Versions" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {history.data.map((version) => (
        <HistoryEntry
          key={version.version}
          version={version}
          isDraft={version === history.data[0]}
          isLive={state.page?.isPublished === true && version.version === state.page.publishedVersion}
          onRestore={onRestore}
        />
      ))}
    </Box>
  )
}

type HistoryEntryProps = VersionsProps & { version: PageVersion; isDraft: boolean; isLive: boolean }

function HistoryEntry({ version, isDraft, isLive, onRestore }: HistoryEntryProps) {
  const { busy } = useEditorContext()
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
      <Muted>
        {formatDateTime(version.savedAt)} by {version.savedBy?.name ?? 'the system'}
        {version.origin !== null && `, ${version.origin}`}
      </Muted>
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
            disabled={busy !== null}
            aria-label={`Restore ${name}`}
            onClick={() => onRestore(version.version)}
          >
            Restore
          </Button>
        )}
      </Box>
      <Collapse in={open} unmountOnExit id={id}>
        <Comparison version={version.version} />
      </Collapse>
    </Box>
  )
}

/** Compares a version with the editor's content, saved or not. */
function Comparison({ version }: { version: number }) {
  const { kind, slug, complete, tabs, state } = useEditorContext()
  const then = useQuery(pageVersionContent(kind, slug, version))
  if (then.isPending) return <Typography variant="body2">Loading…</Typography>
  if (then.isError) return <Alert severity="error">{messageOf(then.error)}</Alert>
  const found = differences(complete(then.data), state.content)
  if (found.length === 0) {
    return <Typography variant="body2">Nothing: it is what stands in the editor.</Typography>
  }
  return (
    <DifferenceList
      differences={found}
      content={state.content}
      tabs={tabs}
      sides={{ mine: `Version ${version}`, theirs: 'In the editor' }}
    />
  )
}
