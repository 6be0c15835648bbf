import LogoutIcon from '@mui/icons-material/Logout'
import MenuIcon from '@mui/icons-material/Menu'
import { AppBar, Box, Button, Chip, IconButton, Link, Toolbar, Tooltip, Typography } from '@mui/material'
import { useEffect, useRef, useState } from 'react'
import { Outlet, ScrollRestoration, useLocation } from 'react-router-dom'
import { ColourModeMenu } from '../colour-mode.tsx'
import { OwnSessions } from '../sign-in/own-sessions.tsx'
import { useSignOut } from '../sign-in/sign-out.tsx'
import { CallInProgress } from '../../leads/calls/call-sheet.tsx'
import { useLeadUpdates } from '../../leads/lead-updates.ts'
import { useIconBadge } from '../../leads/nearly-due.ts'
import { OutageNotices } from '../../leads/outages.tsx'
import { WaitingBar } from '../../leads/waiting/waiting-bar.tsx'
import { useKeptDevice } from '../../push/use-kept-device.ts'
import { PaletteButton } from '../palette/palette-button.tsx'
import { headerHeight, PageTitleContext, scrollKey } from '../../ui/page-title.ts'
import { areas, Sidebar, useSidebar } from './sidebar.tsx'

/** What every staff screen shares: sidebar, header with the page's title, and the page itself. */
export function StaffLayout({ name }: { name: keyof typeof areas }) {
  const area = areas[name]
  const sidebar = useSidebar()
  const [title, setTitle] = useState(area.title)
  useLeadUpdates()
  useIconBadge()
  useManifest(name)
  useKeptDevice()
  return (
    <PageTitleContext value={setTitle}>
      <SkipLink />
      <Box sx={{ display: 'flex', minHeight: '100vh' }}>
        <Sidebar area={area} sidebar={sidebar} />
        <Box sx={{ flexGrow: 1, minWidth: 0 }}>
          <Header name={name} title={title} badge={area.badge} sidebar={sidebar} />
          <Box component="main" id="main" tabIndex={-1} sx={{ p: { xs: 2, md: 3 }, maxWidth: 1440, outline: 'none' }}>
            <OutageNotices />
            <WaitingBar listPath={`/${name}/leads`} />
            <Outlet />
          </Box>
        </Box>
      </Box>
      <CallInProgress />
      <ScrollRestoration getKey={scrollKey} />
    </PageTitleContext>
  )
}

type HeaderProps = { name: keyof typeof areas; title: string; badge: string; sidebar: ReturnType<typeof useSidebar> }

function Header({ name, title, badge, sidebar: { isPhone, isOpen, toggle } }: HeaderProps) {
  const { signOut, signingOut, dialog } = useSignOut()
  const heading = useFocusOnNavigation()
  const toggleLabel = isOpen ? 'Collapse the sidebar' : 'Open the sidebar'
  const logout = { onClick: () => void signOut(), disabled: signingOut }
  return (
    <AppBar
      position="sticky"
      className="no-print"
      color="inherit"
      elevation={0}
      sx={{ borderBottom: 1, borderColor: 'divider', bgcolor: 'background.paper' }}
    >
      <Toolbar
        variant="dense"
        sx={{ minHeight: headerHeight, gap: { xs: 0, md: 1 }, px: { xs: 1, md: 2 } }}
        disableGutters
      >
        <Tooltip title={`${toggleLabel} (Ctrl+B)`}>
          <IconButton aria-label={toggleLabel} aria-expanded={isOpen} onClick={toggle}>
            <MenuIcon fontSize="small" />
          </IconButton>
        </Tooltip>
        <Typography ref={heading} variant="h1" tabIndex={-1} sx={twoLines}>
          {title}
        </Typography>
        <Chip label={badge} size="small" color="primary" variant="outlined" sx={{ fontWeight: 600 }} />
        <PaletteButton name={name} />
        <OwnSessions />
        <ColourModeMenu />
        {isPhone ? (
          <IconButton aria-label="Logout" {...logout}>
            <LogoutIcon fontSize="small" />
          </IconButton>
        ) : (
          <Button color="inherit" startIcon={<LogoutIcon />} {...logout}>
            Logout
          </Button>
        )}
        {dialog}
      </Toolbar>
    </AppBar>
  )
}

/** After signing in the document is still the one of the sign-in page, which has the homeowners' manifest. */
function useManifest(name: keyof typeof areas): void {
  useEffect(() => {
    const link = document.querySelector('link[rel=manifest]') ?? document.createElement('link')
    document.head.append(Object.assign(link, { rel: 'manifest', href: `/${name}.webmanifest` }))
  }, [name])
}

/** On a phone the buttons leave a long title no room in one line. */
const twoLines = {
  flexGrow: 1,
  outline: 'none',
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
  lineHeight: 1.2,
} as const

/** A new screen starts at its heading for keyboards and screen readers; the first one is left to the browser. */
function useFocusOnNavigation() {
  const heading = useRef<HTMLHeadingElement>(null)
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    heading.current?.focus({ preventScroll: true })
  }, [pathname])
  return heading
}

function SkipLink() {
  return (
    <Link
      href="#main"
      onClick={(event) => {
        // The router would treat the fragment as a new page.
        event.preventDefault()
        document.getElementById('main')?.focus()
      }}
      sx={{
        position: 'fixed',
        top: 8,
        left: 8,
        zIndex: 'tooltip',
        px: 2,
        py: 1,
        borderRadius: 1,
        bgcolor: 'primary.main',
        color: 'primary.contrastText',
        '&:not(:focus)': { transform: 'translateY(-200%)' },
      }}
    >
      Skip to the page
    </Link>
  )
}
