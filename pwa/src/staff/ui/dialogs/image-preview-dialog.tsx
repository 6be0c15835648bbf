import { Box, Button, Typography } from '@mui/material'
import { useState } from 'react'
import { DialogFrame } from './confirm-dialog.tsx'

type Props = {
  title: string
  url: string
  open: boolean
  onClose: () => void
  /** What the picture shows; nothing if the text around it says so. */
  alt?: string
  /** A colour that lies over the picture, as visitors see it. Parsed before it comes here. */
  overlay?: string
}

/** A picture as large as the window allows. */
export function ImagePreviewDialog({ title, url, open, onClose, alt = '', overlay }: Props) {
  const close = (
    <Button color="inherit" onClick={onClose} autoFocus>
      Close
    </Button>
  )
  return (
    <DialogFrame open={open} onClose={onClose} maxWidth="lg" title={title} actions={close}>
      {url !== '' && <Picture key={url} url={url} alt={alt} {...(overlay === undefined ? {} : { overlay })} />}
    </DialogFrame>
  )
}

function Picture({ url, alt, overlay }: Pick<Props, 'url' | 'alt' | 'overlay'>) {
  const [broken, setBroken] = useState(false)
  if (broken) return <Typography sx={{ color: 'text.secondary' }}>This picture could not be loaded.</Typography>
  return (
    <Box sx={{ position: 'relative', width: 'fit-content', mx: 'auto', borderRadius: 1, overflow: 'hidden' }}>
      <Box
        component="img"
        src={url}
        alt={alt}
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
