import CloseIcon from '@mui/icons-material/Close'
import type { PageKind } from '@kerbside/schema/pages/page'
import { useQuery } from '@tanstack/react-query'
import Box from '@mui/material/Box'
import Drawer from '@mui/material/Drawer'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { Loading } from '../../ui/loading.tsx'
import { LoadFailure } from '../../ui/notices.tsx'
import type { TabNames } from '../changes/difference-list.tsx'
import { pageHistory, type EditablePage } from '../pages.queries.ts'
import { HistoryEntry } from './history-entry.tsx'

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

function Versions({ kind, slug, page, ...entry }: Omit<HistoryDrawerProps, 'open' | 'onClose'>) {
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
          place={{ kind, slug }}
          isDraft={version === history.data[0]}
          isLive={page.isPublished && version.version === page.publishedVersion}
          {...entry}
        />
      ))}
    </Box>
  )
}
