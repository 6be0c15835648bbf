import { Box, Link, useMediaQuery, useTheme } from '@mui/material'
import { useEffect, useRef, useState } from 'react'
import { Outlet, ScrollRestoration, useLocation } from 'react-router-dom'
import { useSignOut } from '../sign-in/sign-out.ts'
import { MailOutageNotice } from '../../leads/mail-outage.tsx'
import { areas, type AreaName } from './areas.ts'
import { Header } from './header.tsx'
import { PageTitleContext, scrollKey } from '../../ui/page-title.ts'
import { Sidebar, useSidebar } from './sidebar.tsx'

/** What every staff screen shares: sidebar, header with the page's title, and the page itself. */
export function StaffLayout({ name }: { name: AreaName }) {
  const area = areas[name]
  const isPhone = useMediaQuery(useTheme().breakpoints.down('md'), { noSsr: true })
  const sidebar = useSidebar(isPhone)
  const [title, setTitle] = useState(area.title)
  const { signOut, signingOut } = useSignOut()
  const heading = useFocusOnNavigation()
  return (
    <PageTitleContext value={setTitle}>
      <SkipLink />
      <Box sx={{ display: 'flex', minHeight: '100vh' }}>
        <Sidebar area={area} isPhone={isPhone} {...sidebar} />
        <Box sx={{ flexGrow: 1, minWidth: 0 }}>
          <Header
            title={title}
            badge={area.badge}
            isPhone={isPhone}
            sidebarOpen={isPhone ? sidebar.drawerOpen : sidebar.expanded}
            headingRef={heading}
            onToggleSidebar={sidebar.toggle}
            onSignOut={() => void signOut()}
            signingOut={signingOut}
          />
          <Box component="main" id="main" tabIndex={-1} sx={{ p: { xs: 2, md: 3 }, maxWidth: 1440, outline: 'none' }}>
            <MailOutageNotice />
            <Outlet />
          </Box>
        </Box>
      </Box>
      <ScrollRestoration getKey={scrollKey} />
    </PageTitleContext>
  )
}

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
