import { isBuiltInUrl } from '@kerbside/schema/pages/defaults/default-content'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { hasUnpublishedChanges } from '../page-status.tsx'
import type { Desk } from './use-editor-context.ts'

/** In words, so that nobody has to guess what visitors see. */
function stateWords({ state: { page }, url, dirty, words }: Desk, kept: boolean): string {
  if (dirty) return kept ? 'Unsaved changes' : 'Unsaved changes, kept nowhere else'
  if (page === null) return isBuiltInUrl(url) ? `${words.save} makes it your own.` : 'Not made yet.'
  if (!page.isPublished) return 'Saved. Not visible to visitors.'
  return hasUnpublishedChanges(page) ? 'Saved. Visitors see an earlier version.' : 'Saved and live.'
}

type SaveStateProps = {
  desk: Desk
  kept: boolean
  /** Read out when it changes; only one of the two bars does. */
  announced: boolean
}

export function SaveState({ desk, kept, announced }: SaveStateProps) {
  return (
    <Typography
      variant="body2"
      role={announced ? 'status' : undefined}
      sx={{ color: 'text.secondary', display: 'inline-flex', alignItems: 'baseline', gap: 0.75, textAlign: 'left' }}
    >
      <Box
        component="span"
        aria-hidden
        sx={{
          width: 8,
          height: 8,
          flexShrink: 0,
          borderRadius: '50%',
          bgcolor: desk.dirty ? 'warning.main' : 'success.main',
        }}
      />
      {stateWords(desk, kept)}
    </Typography>
  )
}
