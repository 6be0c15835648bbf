import { pageKinds, type PageKind } from '@kerbside/schema/pages/page'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { Link as RouterLink } from 'react-router-dom'
import { pageLabels, listPath } from './page-labels.ts'

/** From one kind's list to the others': the sidebar has one entry for all three. */
export function KindLinks({ current }: { current: PageKind }) {
  return (
    <Box
      component="nav"
      aria-label="Kinds of pages"
      sx={{ display: 'flex', gap: { xs: 2, sm: 3 }, mb: 2, borderBottom: 1, borderColor: 'divider', overflowX: 'auto' }}
    >
      {pageKinds.map((kind) => (
        <Link
          key={kind}
          component={RouterLink}
          to={listPath(kind)}
          underline="none"
          aria-current={kind === current ? 'page' : undefined}
          sx={{
            py: 1.25,
            flexShrink: 0,
            fontWeight: 600,
            color: 'text.secondary',
            borderBottom: 2,
            borderColor: 'transparent',
            '&:hover': { color: 'text.primary' },
            '&[aria-current]': { color: 'primary.main', borderColor: 'primary.main' },
            '&:focus-visible': { outline: '2px solid currentColor', outlineOffset: -2 },
          }}
        >
          {pageLabels[kind].kind}
        </Link>
      ))}
    </Box>
  )
}
