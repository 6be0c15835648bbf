import InstallIcon from '@mui/icons-material/InstallMobileOutlined'
import { Box, Button } from '@mui/material'
import { useSyncExternalStore } from 'react'
import { install, onWayToInstall, wayToInstall } from '../../../offline/install.ts'
import { Muted } from '../../ui/section.tsx'

/** Below the sidebar's entries: installing this area as an app, where the browser can, and the build that runs. */
export function SidebarFooter() {
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
