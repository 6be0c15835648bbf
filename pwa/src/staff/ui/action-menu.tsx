import type { SvgIconComponent } from '@mui/icons-material'
import { ListItemIcon, Menu, MenuItem, type MenuItemProps, type SxProps } from '@mui/material'
import { createContext, use, useId, useState, type MouseEvent, type ReactNode } from 'react'
import { flushSync } from 'react-dom'

/** What a button needs to open the menu. */
export type MenuOpener = {
  'aria-haspopup': 'menu'
  'aria-expanded': boolean
  'aria-controls': string | undefined
  onClick: (event: MouseEvent<HTMLElement>) => void
}

type ActionMenuProps = {
  renderButton: (opener: MenuOpener) => ReactNode
  /** Names the menu itself. */
  label?: string
  paperSx?: SxProps
  onToggle?: (isOpen: boolean) => void
  /** `ActionItem`s, or whatever else MUI's menus may hold. */
  children: ReactNode
}

const CloseMenu = createContext<() => void>(() => undefined)

/** A button that opens a menu. */
export function ActionMenu({ renderButton, label, paperSx = {}, onToggle, children }: ActionMenuProps) {
  const id = useId()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const isOpen = anchor !== null
  const toggle = (button: HTMLElement | null) => {
    setAnchor(button)
    onToggle?.(button !== null)
  }
  const opener: MenuOpener = {
    'aria-haspopup': 'menu',
    'aria-expanded': isOpen,
    'aria-controls': isOpen ? id : undefined,
    onClick: (event) => toggle(event.currentTarget),
  }
  return (
    <CloseMenu value={() => toggle(null)}>
      {renderButton(opener)}
      <Menu
        id={id}
        anchorEl={anchor}
        open={isOpen}
        onClose={() => toggle(null)}
        slotProps={{ list: { 'aria-label': label }, paper: { sx: paperSx } }}
      >
        {children}
      </Menu>
    </CloseMenu>
  )
}

type ActionItemProps = Omit<MenuItemProps, 'onClick'> & {
  /** Makes it a link. */
  href?: string
  Icon?: SvgIconComponent
  isDangerous?: boolean
  onChoose: () => void
}

/** One entry of the menu, which it closes. */
export function ActionItem({ href, Icon, isDangerous = false, onChoose, children, ...item }: ActionItemProps) {
  const close = use(CloseMenu)
  const choose = () => {
    // The menu gives the focus back to its button first, so that a dialog can give it back there in its turn.
    flushSync(close)
    onChoose()
  }
  return (
    <MenuItem
      {...(href !== undefined && { component: 'a', href })}
      {...(isDangerous && { sx: { color: 'error.main' } })}
      {...item}
      onClick={choose}
    >
      {Icon && (
        <ListItemIcon {...(isDangerous && { sx: { color: 'inherit' } })}>
          <Icon fontSize="small" />
        </ListItemIcon>
      )}
      {children}
    </MenuItem>
  )
}
