import {
  Box,
  Drawer,
  List,
  ListItem,
  ListItemButton,
  ListItemIcon,
  ListItemText,
  Tooltip,
  Typography,
} from '@mui/material'
import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { readCookie, writeCookie } from '../cookies.ts'
import { Logo } from '../logo.tsx'
import type { AreaEntry, StaffArea } from './areas.ts'

/** docs/specification.md, 9.2. */
const sidebarWidth = { full: '16rem', mobile: '18rem', icons: '3rem' } as const
const cookie = 'sidebar_state'
const cookieDays = 7

type SidebarProps = {
  area: StaffArea
  isPhone: boolean
  expanded: boolean
  drawerOpen: boolean
  closeDrawer: () => void
}

export function Sidebar({ area, isPhone, expanded, drawerOpen, closeDrawer }: SidebarProps) {
  if (isPhone)
    return (
      <Drawer
        open={drawerOpen}
        onClose={closeDrawer}
        slotProps={{ paper: { sx: { width: sidebarWidth.mobile }, 'aria-label': area.title } }}
      >
        <SidebarContent area={area} labels onNavigate={closeDrawer} />
      </Drawer>
    )
  const width = expanded ? sidebarWidth.full : sidebarWidth.icons
  return (
    <Drawer
      variant="permanent"
      slotProps={{ paper: { sx: { width, overflowX: 'hidden', transition: 'width 150ms' } } }}
      sx={{ width, flexShrink: 0, transition: 'width 150ms' }}
    >
      <SidebarContent area={area} labels={expanded} />
    </Drawer>
  )
}

type SidebarContentProps = { area: StaffArea; labels: boolean; onNavigate?: () => void }

function SidebarContent({ area, labels, onNavigate }: SidebarContentProps) {
  const { pathname } = useLocation()
  return (
    <Box component="nav" aria-label={area.title}>
      <Box sx={{ height: 56, px: labels ? 2 : 1, display: 'flex', alignItems: 'center', gap: 1.25, flexShrink: 0 }}>
        <Logo />
        {labels && (
          <Box sx={{ minWidth: 0 }}>
            <Typography sx={{ fontWeight: 700, lineHeight: 1.2 }}>Kerbside</Typography>
            <Typography variant="caption" sx={{ color: 'text.secondary', lineHeight: 1.2, display: 'block' }}>
              {area.title}
            </Typography>
          </Box>
        )}
      </Box>
      <List sx={{ px: labels ? 1 : 0.5, py: 1 }}>
        {area.entries.map((entry) => (
          <SidebarEntry
            key={entry.path}
            entry={entry}
            active={area.isActive(entry, pathname)}
            label={labels}
            onNavigate={onNavigate}
          />
        ))}
      </List>
    </Box>
  )
}

type SidebarEntryProps = { entry: AreaEntry; active: boolean; label: boolean; onNavigate?: (() => void) | undefined }

function SidebarEntry({ entry, active, label, onNavigate }: SidebarEntryProps) {
  return (
    <ListItem disablePadding sx={{ mb: 0.5 }}>
      <Tooltip title={label ? '' : entry.label} placement="right" enterDelay={300}>
        <ListItemButton
          component={Link}
          to={entry.path}
          selected={active}
          aria-current={active ? 'page' : undefined}
          aria-label={entry.label}
          onClick={onNavigate}
          sx={{ borderRadius: 1, minHeight: 40, px: label ? 1.5 : 1.25, color: 'text.secondary', ...activeEntry }}
        >
          <ListItemIcon sx={{ minWidth: label ? 34 : 0, color: 'inherit' }}>
            <entry.Icon sx={{ fontSize: 20 }} />
          </ListItemIcon>
          {label && <ListItemText primary={entry.label} slotProps={{ primary: { sx: { fontWeight: 550 } } }} />}
        </ListItemButton>
      </Tooltip>
    </ListItem>
  )
}

const activeEntry = { '&.Mui-selected, &.Mui-selected:hover': { color: 'primary.main' } } as const

/** Wide or icons only on a wide screen (stored in a cookie), open or closed on a phone. Ctrl+B or Meta+B toggles. */
export function useSidebar(isPhone: boolean) {
  const [expanded, setExpanded] = useState(() => readCookie(cookie) !== 'false')
  const [drawerOpen, setDrawerOpen] = useState(false)

  const toggle = () => {
    if (isPhone) return setDrawerOpen((open) => !open)
    setExpanded(!expanded)
    writeCookie(cookie, String(!expanded), cookieDays)
  }

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'b' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      toggle()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  })

  return { expanded, drawerOpen: isPhone && drawerOpen, closeDrawer: () => setDrawerOpen(false), toggle }
}
