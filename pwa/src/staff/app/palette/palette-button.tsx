import SearchIcon from '@mui/icons-material/Search'
import { Box, Button, FormControlLabel, IconButton, Switch, Tooltip, Typography } from '@mui/material'
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useAskedFor } from '../../ui/asked-action.ts'
import { DialogFrame } from '../../ui/dialogs/confirm-dialog.tsx'
import { useFreshDialog, type DialogState } from '../../ui/dialogs/fresh-dialog.tsx'
import { readCookie, writeCookie } from '../cookies.ts'
import type { AreaName } from './palette-entries.ts'

const Palette = lazy(() => import('./palette.tsx').then((palette) => ({ default: palette.Palette })))

/** Opens the palette; and the keys that act on every staff screen. */
export function PaletteButton({ name }: { name: AreaName }) {
  const palette = useFreshDialog((_asked: void, state) => (
    <Suspense>
      <Palette name={name} {...state} />
    </Suspense>
  ))
  const keys = useFreshDialog((_asked: void, state) => <KeysDialog {...state} />)
  useKeys({ palette: palette.open, keys: keys.open })
  useAskedFor('show-keys', keys.open)
  return (
    <>
      <Tooltip title="Go to (Ctrl+K)">
        <IconButton aria-label="Go to" aria-haspopup="dialog" onClick={() => palette.open()}>
          <SearchIcon fontSize="small" />
        </IconButton>
      </Tooltip>
      {palette.dialog}
      {keys.dialog}
    </>
  )
}

/** Keys never act while somebody types, or in a dialog or a menu. */
function useKeys(open: Record<'palette' | 'keys', () => void>): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const act = actionOf(event)
    if (act === null || event.defaultPrevented || isTaken(event.target)) return
    const field = act === 'search' ? searchField() : null
    if (act === 'search' && !field) return
    event.preventDefault()
    if (act === 'search') field?.focus()
    else open[act]()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}

function actionOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): 'palette' | 'keys' | 'search' | null {
  const isCommand = (ctrlKey || metaKey) && !altKey && !shiftKey
  if (isCommand) return key.toLowerCase() === 'k' ? 'palette' : null
  if (ctrlKey || metaKey || altKey || !singleKeys.areOn()) return null
  return key === '/' ? 'search' : key === '?' ? 'keys' : null
}

const isTaken = (target: EventTarget | null) =>
  (target instanceof Element && target.closest('input, textarea, select, [contenteditable=true]') !== null) ||
  document.querySelector('[role=dialog], [role=menu]') !== null

const searchField = () => document.querySelector<HTMLInputElement>('main input[type=search]')

/** Whether this browser has the keys that act alone: speech input and unsteady hands press them unasked (WCAG 2.1.4). */
const singleKeys = {
  areOn: () => readCookie('single_keys') !== 'off',
  set: (on: boolean) => writeCookie('single_keys', on ? 'on' : 'off', 365),
}

const keyTexts = [
  ['Ctrl K or ⌘ K', 'Go to a lead, a page or an action'],
  ['/', 'Search the list'],
  ['?', 'Show these keys'],
  ['Ctrl B or ⌘ B', 'Open or close the sidebar'],
  ['Alt T', 'Go to the notifications'],
  ['Space, arrows, Space', 'Move a lead on the board; Escape leaves it'],
] as const

function KeysDialog({ open, onClose }: DialogState) {
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
