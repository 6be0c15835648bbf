import BackIcon from '@mui/icons-material/ArrowBack'
import HistoryIcon from '@mui/icons-material/History'
import PreviewIcon from '@mui/icons-material/VisibilityOutlined'
import OpenIcon from '@mui/icons-material/OpenInNew'
import { Box, Button, IconButton, Link } from '@mui/material'
import { Link as RouterLink } from 'react-router-dom'
import { returning } from '../../ui/page-title.ts'
import { PageStatus } from '../page-status.tsx'
import { listPath } from '../page-labels.ts'
import { useEditorContext } from './editor-context.ts'

type EditorTopBarProps = {
  onHistory: () => void
  /** Null where the preview stands beside the form. */
  onPreview: (() => void) | null
}

export function EditorTopBar({ onHistory, onPreview }: EditorTopBarProps) {
  const { kind, url, state } = useEditorContext()
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', columnGap: 1.5, rowGap: 0.5, mb: 1.5 }}>
      <Button
        color="inherit"
        startIcon={<BackIcon />}
        component={RouterLink}
        to={listPath(kind)}
        state={returning}
        sx={{ ml: -1 }}
      >
        Back
      </Button>
      <Box sx={{ mr: { xs: 'auto', sm: 0 } }}>
        <PageStatus page={state.page} url={url} />
      </Box>
      <Link
        href={url}
        target="_blank"
        rel="noopener"
        underline="hover"
        title="Opens in a new tab"
        sx={{
          display: 'inline-flex',
          alignItems: 'center',
          gap: 0.5,
          minWidth: 0,
          mr: 'auto',
          // On a phone it has a row of its own, however long it is.
          order: { xs: 1, sm: 0 },
          flexBasis: { xs: '100%', sm: 'auto' },
        }}
      >
        {url}
        <OpenIcon sx={{ fontSize: 16 }} aria-hidden />
      </Link>
      {onPreview !== null && (
        <Button color="inherit" startIcon={<PreviewIcon />} onClick={onPreview}>
          Preview
        </Button>
      )}
      {state.page !== null && (
        <>
          <IconButton aria-label="History" onClick={onHistory} sx={{ display: { sm: 'none' }, ml: -1 }}>
            <HistoryIcon fontSize="small" />
          </IconButton>
          <Button
            color="inherit"
            startIcon={<HistoryIcon />}
            onClick={onHistory}
            sx={{ display: { xs: 'none', sm: 'inline-flex' } }}
          >
            History
          </Button>
        </>
      )}
    </Box>
  )
}
