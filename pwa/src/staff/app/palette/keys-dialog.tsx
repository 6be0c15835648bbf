import { Box, Button, FormControlLabel, Switch, Typography } from '@mui/material'
import { useState } from 'react'
import { DialogFrame } from '../../ui/dialogs/confirm-dialog.tsx'
import type { DialogState } from '../../ui/dialogs/fresh-dialog.tsx'
import { singleKeys } from './single-keys.ts'

const keyTexts = [
  ['Ctrl K or ⌘ K', 'Go to a lead, a page or an action'],
  ['/', 'Search the list'],
  ['?', 'Show these keys'],
  ['Ctrl B or ⌘ B', 'Open or close the sidebar'],
  ['Alt T', 'Go to the notifications'],
  ['Space, arrows, Space', 'Move a lead on the board; Escape leaves it'],
] as const

export function KeysDialog({ open, onClose }: DialogState) {
  const [isOn, setOn] = useState(singleKeys.areOn)
  const change = (_event: unknown, on: boolean) => {
    singleKeys.set(on)
    setOn(on)
  }
  const close = (
    <Button onClick={onClose} autoFocus>
      Close
    </Button>
  )
  return (
    <DialogFrame open={open} onClose={onClose} title="Keys" actions={close}>
      <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: 'auto 1fr', columnGap: 2, rowGap: 1 }}>
        {keyTexts.map(([key, does]) => (
          <Box key={key} sx={{ display: 'contents' }}>
            <Typography component="dt" sx={{ fontWeight: 600 }}>
              {key}
            </Typography>
            <Typography component="dd" sx={{ m: 0 }}>
              {does}
            </Typography>
          </Box>
        ))}
      </Box>
      <FormControlLabel
        sx={{ mt: 2 }}
        label="Single keys (/ and ?) on this device"
        control={<Switch checked={isOn} onChange={change} slotProps={{ input: { role: 'switch' } }} />}
      />
    </DialogFrame>
  )
}
