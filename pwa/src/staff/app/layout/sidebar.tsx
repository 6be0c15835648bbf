import type { SvgIconComponent } from '@mui/icons-material'
import BusinessIcon from '@mui/icons-material/HandymanOutlined'
import DashboardIcon from '@mui/icons-material/DashboardOutlined'
import AuditIcon from '@mui/icons-material/HistoryOutlined'
import PicturesIcon from '@mui/icons-material/PhotoLibraryOutlined'
import PeopleIcon from '@mui/icons-material/PeopleAltOutlined'
import EmailIcon from '@mui/icons-material/MailOutlined'
import InstallIcon from '@mui/icons-material/InstallMobileOutlined'
import SettingsIcon from '@mui/icons-material/SettingsOutlined'
import QueuesIcon from '@mui/icons-material/PendingActionsOutlined'
import WebIcon from '@mui/icons-material/WebOutlined'
import InboxIcon from '@mui/icons-material/MoveToInboxOutlined'
import {
  Box,
  Button,
  Drawer,
  List,
  ListItem,
  ListItemButton,
  ListItemIcon,
  ListItemText,
  Tooltip,
  Typography,
  useMediaQuery,
  useTheme,
} from '@mui/material'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { Link, useLocation, useMatch } from 'react-router-dom'
import { install, onWayToInstall, wayToInstall } from '../../../offline/install.ts'
import { headerHeight } from '../../ui/page-title.ts'
import { Muted } from '../../ui/section.tsx'
import { readCookie, writeCookie } from '../cookies.ts'
import { Logo } from '../logo.tsx'

/** `withPagesBelow`: it is also active on the pages below its path. `also`: other paths that belong to it. */
type AreaEntry = { label: string; path: string; Icon: SvgIconComponent; withPagesBelow?: boolean; also?: RegExp }
type StaffArea = { title: string; badge: string; entries: readonly AreaEntry[] }

/** The other kinds of pages, which have no entry of their own. */
const otherPages = /^\/admin\/(?:about|how-it-works)-editor(?:\/|$)/

/** Titles, labels and when an entry is active: docs/specification.md, 9.2. */
export const areas: Record<'admin' | 'manager', StaffArea> = {
  admin: {
    title: 'Admin Panel',
    badge: 'Admin',
    entries: [
      { label: 'Dashboard', path: '/admin', Icon: DashboardIcon },
      { label: 'Lead Management', path: '/admin/leads', Icon: InboxIcon, withPagesBelow: true },
      { label: 'Contractors', path: '/admin/contractors', Icon: BusinessIcon, withPagesBelow: true },
      { label: 'User Management', path: '/admin/users', Icon: PeopleIcon, withPagesBelow: true },
      {
        label: 'Home Page Management',
        path: '/admin/home-editor',
        Icon: WebIcon,
        withPagesBelow: true,
        also: otherPages,
      },
      { label: 'Pictures', path: '/admin/pictures', Icon: PicturesIcon },
      { label: 'Audit', path: '/admin/audit', Icon: AuditIcon },
      { label: 'Queues', path: '/admin/queues', Icon: QueuesIcon },
      { label: 'Emails', path: '/admin/emails', Icon: EmailIcon, withPagesBelow: true },
      { label: 'Settings', path: '/admin/settings', Icon: SettingsIcon },
    ],
  },
  manager: {
    title: 'Manager Panel',
    badge: 'Manager',
    entries: [
      { label: 'Dashboard', path: '/manager', Icon: DashboardIcon },
      { label: 'My Leads', path: '/manager/leads', Icon: InboxIcon },
    ],
  },
}

/** docs/specification.md, 9.2. */
const sidebarWidth = { full: '16rem', mobile: '18rem', icons: '3rem' } as const
const cookie = 'sidebar_state'
const cookieDays = 7

type SidebarProps = { area: StaffArea; sidebar: ReturnType<typeof useSidebar> }

export function Sidebar({ area, sidebar: { isPhone, isOpen, close } }: SidebarProps) {
  if (isPhone)
    return (
      <Drawer
        open={isOpen}
        onClose={close}
        slotProps={{ paper: { sx: { width: sidebarWidth.mobile }, 'aria-label': area.title } }}
      >
        <SidebarContent area={area} labels onNavigate={close} />
      </Drawer>
    )
  const width = isOpen ? sidebarWidth.full : sidebarWidth.icons
  return (
    <Drawer
      variant="permanent"
      className="no-print"
      slotProps={{ paper: { sx: { width, overflowX: 'hidden', transition: 'width 150ms' } } }}
      sx={{ width, flexShrink: 0, transition: 'width 150ms' }}
    >
      <SidebarContent area={area} labels={isOpen} />
    </Drawer>
  )
}

type ContentProps = { labels: boolean; onNavigate?: () => void }

function SidebarContent({ area, ...props }: ContentProps & { area: StaffArea }) {
  const { labels } = props
  return (
    <Box component="nav" aria-label={area.title}>
      <Box sx={{ height: headerHeight, px: labels ? 2 : 1, display: 'flex', alignItems: 'center', gap: 1.25 }}>
        <Logo />
        {labels && (
          <Box sx={{ minWidth: 0 }}>
            <Typography sx={{ fontWeight: 700, lineHeight: 1.2 }}>Kerbside</Typography>
            <Muted variant="caption" sx={{ lineHeight: 1.2, display: 'block' }}>
              {area.title}
            </Muted>
          </Box>
        )}
      </Box>
      <List sx={{ px: labels ? 1 : 0.5, py: 1 }}>
        {area.entries.map((entry) => (
          <SidebarEntry key={entry.path} {...entry} {...props} />
        ))}
      </List>
      {labels && <SidebarFooter />}
    </Box>
  )
}

function SidebarEntry({
  label,
  path,
  Icon,
  withPagesBelow = false,
  also,
  labels,
  onNavigate,
}: AreaEntry & ContentProps) {
  const { pathname } = useLocation()
  const isBelow = useMatch({ path, end: !withPagesBelow }) !== null
  const isActive = isBelow || also?.test(pathname) === true
  return (
    <ListItem disablePadding sx={{ mb: 0.5 }}>
      <Tooltip title={labels ? '' : label} placement="right" enterDelay={300}>
        <ListItemButton
          component={Link}
          to={path}
          selected={isActive}
          aria-current={isActive ? 'page' : undefined}
          aria-label={label}
          onClick={onNavigate}
          sx={{ borderRadius: 1, minHeight: 40, px: labels ? 1.5 : 1.25, color: 'text.secondary', ...activeEntry }}
        >
          <ListItemIcon sx={{ minWidth: labels ? 34 : 0, color: 'inherit' }}>
            <Icon sx={{ fontSize: 20 }} />
          </ListItemIcon>
          {labels && <ListItemText primary={label} slotProps={{ primary: { sx: { fontWeight: 550 } } }} />}
        </ListItemButton>
      </Tooltip>
    </ListItem>
  )
}

const activeEntry = { '&.Mui-selected, &.Mui-selected:hover': { color: 'primary.main' } } as const

/** Wide or icons only on a wide screen (stored in a cookie), open or closed on a phone. Ctrl+B or Meta+B toggles. */
export function useSidebar() {
  const isPhone = useMediaQuery(useTheme().breakpoints.down('md'), { noSsr: true })
  const [isWide, setWide] = useState(() => readCookie(cookie) !== 'false')
  const [isDrawerOpen, setDrawerOpen] = useState(false)

  const toggle = () => {
    if (isPhone) return setDrawerOpen((open) => !open)
    setWide(!isWide)
    writeCookie(cookie, String(!isWide), cookieDays)
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

  return { isPhone, isOpen: isPhone ? isDrawerOpen : isWide, close: () => setDrawerOpen(false), toggle }
}

/** Below the sidebar's entries: installing this area as an app, where the browser can, and the build that runs. */
function SidebarFooter() {
  const way = useSyncExternalStore(onWayToInstall, wayToInstall)
  const version = document.querySelector<HTMLMetaElement>('meta[name=version]')?.content
  return (
    <Box sx={{ px: 2, py: 1.5, display: 'grid', gap: 1, justifyItems: 'start' }}>
      {way === 'ask' && (
        <Button size="small" color="inherit" startIcon={<InstallIcon />} onClick={() => void install()}>
          Install this app
        </Button>
      )}
      {way === 'by-hand' && (
        <Muted variant="caption">To install this app, tap Share in Safari, then Add to Home Screen.</Muted>
      )}
      {version && <Muted variant="caption">Version {version}</Muted>}
    </Box>
  )
}
