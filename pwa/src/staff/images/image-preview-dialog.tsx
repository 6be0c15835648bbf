import { Box, Button, Typography } from '@mui/material'
import { useState } from 'react'
import { DialogFrame } from '../ui/confirm-dialog.tsx'

type Props = {
  title: string
  url: string
  open: boolean
  onClose: () => void
  /** A colour that lies over the picture, as visitors see it. Parsed before it comes here. */
  overlay?: string
}

/** A picture as large as the window allows. */
export function ImagePreviewDialog({ title, url, open, onClose, overlay }: Props) {
  const close = (
    <Button color="inherit" onClick={onClose} autoFocus>
      Close
    </Button>
  )
  return (
    <DialogFrame open={open} onClose={onClose} maxWidth="lg" title={title} actions={close}>
      {url !== '' && <Picture key={url} url={url} {...(overlay === undefined ? {} : { overlay })} />}
    </DialogFrame>
  )
}

function Picture({ url, overlay }: Pick<Props, 'url' | 'overlay'>) {
  const [broken, setBroken] = useState(false)
  if (broken) return <Typography sx={{ color: 'text.secondary' }}>This picture could not be loaded.</Typography>
  return (
    <Box sx={{ position: 'relative', width: 'fit-content', mx: 'auto', borderRadius: 1, overflow: 'hidden' }}>
      <Box
        component="img"
        src={url}
        alt=""
        onError={() => setBroken(true)}
        sx={{
          display: 'block',
          maxWidth: '100%',
          minWidth: 'min(100%, 480px)',
          maxHeight: '70vh',
          objectFit: 'contain',
        }}
      />
      {overlay !== undefined && (
        <Box aria-hidden style={{ background: overlay }} sx={{ position: 'absolute', inset: 0 }} />
      )}
    </Box>
  )
}
