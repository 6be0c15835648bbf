import ContrastIcon from '@mui/icons-material/Contrast'
import DarkModeIcon from '@mui/icons-material/DarkMode'
import LightModeIcon from '@mui/icons-material/LightMode'
import { IconButton, ListItemIcon, Menu, MenuItem, type StorageManager, Tooltip, useColorScheme } from '@mui/material'
import { useState } from 'react'
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
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const current = modes.find((choice) => choice.mode === mode) ?? modes[2]
  return (
    <>
      <Tooltip title={`Theme: ${current.label}`}>
        <IconButton
          aria-label={`Theme: ${current.label}`}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <current.Icon fontSize="small" />
        </IconButton>
      </Tooltip>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {modes.map((choice) => (
          <MenuItem
            key={choice.mode}
            role="menuitemradio"
            aria-checked={choice === current}
            selected={choice === current}
            onClick={() => {
              setMode(choice.mode)
              setAnchor(null)
            }}
          >
            <ListItemIcon>
              <choice.Icon fontSize="small" />
            </ListItemIcon>
            {choice.label}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
