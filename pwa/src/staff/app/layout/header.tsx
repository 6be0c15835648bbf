import LogoutIcon from '@mui/icons-material/Logout'
import MenuIcon from '@mui/icons-material/Menu'
import { AppBar, Button, Chip, IconButton, Toolbar, Tooltip, Typography } from '@mui/material'
import type { Ref } from 'react'
import { headerHeight } from '../../ui/page-title.ts'
import { ColourModeMenu } from '../colour-mode.tsx'

type HeaderProps = {
  title: string
  badge: string
  isPhone: boolean
  sidebarOpen: boolean
  headingRef: Ref<HTMLHeadingElement>
  onToggleSidebar: () => void
  onSignOut: () => void
  signingOut: boolean
}

export function Header(props: HeaderProps) {
  const { title, badge, isPhone, sidebarOpen, headingRef, onToggleSidebar, onSignOut, signingOut } = props
  const toggleLabel = sidebarOpen ? 'Collapse the sidebar' : 'Open the sidebar'
  return (
    <AppBar
      position="sticky"
      color="inherit"
      elevation={0}
      sx={{ borderBottom: 1, borderColor: 'divider', bgcolor: 'background.paper' }}
    >
      <Toolbar
        variant="dense"
        sx={{ minHeight: headerHeight, gap: { xs: 0.5, md: 1 }, px: { xs: 1, md: 2 } }}
        disableGutters
      >
        <Tooltip title={`${toggleLabel} (Ctrl+B)`}>
          <IconButton aria-label={toggleLabel} aria-expanded={sidebarOpen} onClick={onToggleSidebar}>
            <MenuIcon fontSize="small" />
          </IconButton>
        </Tooltip>
        <Typography ref={headingRef} variant="h1" tabIndex={-1} noWrap sx={{ flexGrow: 1, outline: 'none' }}>
          {title}
        </Typography>
        <Chip label={badge} size="small" color="primary" variant="outlined" sx={{ fontWeight: 600 }} />
        <ColourModeMenu />
        {isPhone ? (
          <IconButton aria-label="Logout" onClick={onSignOut} disabled={signingOut}>
            <LogoutIcon fontSize="small" />
          </IconButton>
        ) : (
          <Button color="inherit" startIcon={<LogoutIcon />} onClick={onSignOut} disabled={signingOut}>
            Logout
          </Button>
        )}
      </Toolbar>
    </AppBar>
  )
}
