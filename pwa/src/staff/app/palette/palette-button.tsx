import SearchIcon from '@mui/icons-material/Search'
import { IconButton, Tooltip } from '@mui/material'
import { useEffect, useEffectEvent } from 'react'
import { useAskedFor } from '../../ui/asked-action.ts'
import { usePartDialog } from '../../ui/dialogs/fresh-dialog.tsx'
import type { AreaName } from './palette-entries.ts'
import { singleKeys } from './single-keys.ts'

/** Opens the palette; and the keys that act on every staff screen. */
export function PaletteButton({ name }: { name: AreaName }) {
  const palette = usePartDialog(
    () => import('./palette.tsx'),
    ({ Palette }, _asked: void, state) => <Palette name={name} {...state} />,
  )
  const keys = usePartDialog(
    () => import('./keys-dialog.tsx'),
    ({ KeysDialog }, _asked: void, state) => <KeysDialog {...state} />,
  )
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
