import CopyIcon from '@mui/icons-material/ContentCopyOutlined'
import DownloadIcon from '@mui/icons-material/DownloadOutlined'
import { Box, Button, Stack } from '@mui/material'
import { useState } from 'react'
import { DialogFrame } from '../../ui/dialogs/confirm-dialog.tsx'
import { download } from '../../ui/lists/list.tsx'
import { useToast } from '../../ui/toasts.tsx'

/** Shows new recovery codes, which nobody can read again. Only its button closes the dialog. */
export function useRecoveryCodes(onDone: () => void) {
  const [codes, setCodes] = useState<readonly string[]>([])
  const [open, setOpen] = useState(false)
  const show = (shown: readonly string[]) => {
    setCodes(shown)
    setOpen(true)
  }
  const close = () => {
    setOpen(false)
    onDone()
  }
  const done = (
    <Button variant="contained" onClick={close}>
      I have stored them
    </Button>
  )
  const dialog = (
    <DialogFrame
      open={open}
      maxWidth="sm"
      title="Your recovery codes"
      text="Each signs you in once when you do not have your phone. They are shown only now: store them where you find them without it."
      actions={done}
    >
      <Codes codes={codes} />
    </DialogFrame>
  )
  return { show, isOpen: open, dialog }
}

function Codes({ codes }: { codes: readonly string[] }) {
  const toast = useToast()
  const text = codes.join('\n')
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast.success('Recovery codes copied'),
      () => toast.error('They could not be copied. Download them, or write them down.'),
    )
  const file = `Recovery codes of Kerbside. Each works once.\n\n${text}\n`
  return (
    <>
      <Box
        component="ul"
        aria-label="Recovery codes"
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
          gap: 1,
          m: 0,
          mb: 2,
          p: 2,
          listStyle: 'none',
          borderRadius: 1,
          bgcolor: 'action.hover',
          fontFamily: 'monospace',
          fontSize: '1rem',
        }}
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </Box>
      <Stack direction="row" spacing={1}>
        <Button startIcon={<CopyIcon />} onClick={() => void copy()}>
          Copy
        </Button>
        <Button
          startIcon={<DownloadIcon />}
          onClick={() =>
            download(`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`, 'kerbside-recovery-codes.txt')
          }
        >
          Download
        </Button>
      </Stack>
    </>
  )
}
