import CloseIcon from '@mui/icons-material/Close'
import Dialog from '@mui/material/Dialog'
import IconButton from '@mui/material/IconButton'
import type { PageContent } from '@kerbside/schema/pages/content/page-content'
import { LivePreview } from '../preview/live-preview.tsx'

type PreviewDialogProps = { open: boolean; page: PageContent; url: string; onClose: () => void }

/** The live preview where there is no room for it beside the form. */
export function PreviewDialog({ open, page, url, onClose }: PreviewDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} fullScreen aria-label="Live preview">
      <LivePreview
        page={page}
        url={url}
        action={
          <IconButton aria-label="Close the preview" onClick={onClose} edge="end">
            <CloseIcon fontSize="small" />
          </IconButton>
        }
      />
    </Dialog>
  )
}
