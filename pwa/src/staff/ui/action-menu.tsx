import type { SvgIconComponent } from '@mui/icons-material'
import { ListItemIcon, Menu, MenuItem, type ButtonProps, type MenuItemProps, type SxProps } from '@mui/material'
import { cloneElement, createContext, use, useId, useState, type ReactElement, type ReactNode } from 'react'
import { flushSync } from 'react-dom'

type ActionMenuProps = {
  /** It gets what opens the menu; so does the one child of a tooltip. */
  button: ReactElement<ButtonProps>
  /** Names the menu itself. */
  label?: string
  paperSx?: SxProps
  onToggle?: (isOpen: boolean) => void
  /** `ActionItem`s, or whatever else MUI's menus may hold. */
  children: ReactNode
}

const CloseMenu = createContext<() => void>(() => undefined)

/** A button that opens a menu. */
export function ActionMenu({ button, label, paperSx = {}, onToggle, children }: ActionMenuProps) {
  const id = useId()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const isOpen = anchor !== null
  const toggle = (opener: HTMLElement | null) => {
    setAnchor(opener)
    onToggle?.(opener !== null)
  }
  const close = () => toggle(null)
  return (
    <CloseMenu value={close}>
      {cloneElement(button, {
        'aria-haspopup': 'menu',
        'aria-expanded': isOpen,
        'aria-controls': isOpen ? id : undefined,
        onClick: (event) => toggle(event.currentTarget),
      })}
      <Menu
        id={id}
        anchorEl={anchor}
        open={isOpen}
        onClose={close}
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
