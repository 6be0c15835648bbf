import ContrastIcon from '@mui/icons-material/Contrast'
import DarkModeIcon from '@mui/icons-material/DarkMode'
import LightModeIcon from '@mui/icons-material/LightMode'
import { IconButton, type StorageManager, Tooltip, useColorScheme } from '@mui/material'
import { ActionItem, ActionMenu } from '../ui/action-menu.tsx'
import { readCookie, writeCookie } from './cookies.ts'

const modes = [
  { mode: 'light', label: 'Light', Icon: LightModeIcon },
  { mode: 'dark', label: 'Dark', Icon: DarkModeIcon },
  { mode: 'system', label: 'System', Icon: ContrastIcon },
] as const

/** MUI stores the mode and each scheme under keys; only the mode is stored here, in a cookie. */
export const colourModeStorage: StorageManager = ({ key }) => ({
  get: (fallback) => (key === modeCookie ? (readCookie(key) ?? fallback) : fallback),
  set: (value) => {
    if (key === modeCookie && typeof value === 'string') writeCookie(key, value, 365)
  },
  subscribe: () => () => undefined,
})
export const modeCookie = 'colour_mode'

export function ColourModeMenu() {
  const { mode = 'system', setMode } = useColorScheme()
  const current = modes.find((choice) => choice.mode === mode) ?? modes[2]
  return (
    <ActionMenu
      button={
        <Tooltip title={`Theme: ${current.label}`}>
          <IconButton aria-label={`Theme: ${current.label}`}>
            <current.Icon fontSize="small" />
          </IconButton>
        </Tooltip>
      }
    >
      {modes.map((choice) => (
        <ActionItem
          key={choice.mode}
          role="menuitemradio"
          aria-checked={choice === current}
          selected={choice === current}
          Icon={choice.Icon}
          onChoose={() => setMode(choice.mode)}
        >
          {choice.label}
        </ActionItem>
      ))}
    </ActionMenu>
  )
}
