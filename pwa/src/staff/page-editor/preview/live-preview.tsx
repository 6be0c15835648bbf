import DesktopIcon from '@mui/icons-material/DesktopWindowsOutlined'
import PhoneIcon from '@mui/icons-material/PhoneIphone'
import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import type { PageContent } from '@kerbside/schema/pages/content/page-content'
import { useDeferredValue, useState, type ReactNode } from 'react'
import { mainHome } from './main-home.queries.ts'
import { PagePreview } from './page-preview.tsx'
import { PreviewFrame } from './preview-frame.tsx'

const devices = {
  phone: { label: 'Phone', width: 390, Icon: PhoneIcon },
  desktop: { label: 'Desktop', width: 1280, Icon: DesktopIcon },
} as const
type Device = keyof typeof devices

type LivePreviewProps = {
  page: PageContent
  url: string
  /** Closes it, where it covers the form. */ action?: ReactNode
}

/** The page as it will be, following each change; drawn when the typing pauses, so that it never slows it down. */
export function LivePreview({ page, url, action }: LivePreviewProps) {
  const [device, setDevice] = useState<Device>('phone')
  const shown = useDeferredValue(page)
  const home = useQuery({ ...mainHome(), enabled: page.kind !== 'index' })
  return (
    <Paper
      variant="outlined"
      component="section"
      aria-label="Live preview"
      sx={{ height: '100%', display: 'flex', flexDirection: 'column', overflow: 'hidden' }}
    >
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1,
          px: 1.5,
          py: 0.75,
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        <Typography variant="h3" component="h2" sx={{ flexGrow: 1 }}>
          Live preview
        </Typography>
        <ToggleButtonGroup
          exclusive
          size="small"
          aria-label="Screen"
          value={device}
          onChange={(_event, chosen: Device | null) => chosen && setDevice(chosen)}
        >
          {(Object.keys(devices) as Device[]).map((name) => (
            <ToggleButton
              key={name}
              value={name}
              aria-label={devices[name].label}
              title={devices[name].label}
              sx={{ py: 0.5 }}
            >
              {iconOf(name)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
        {action}
      </Box>
      <PreviewFrame key={device} title={`Preview of ${url}`} width={devices[device].width}>
        <PagePreview page={shown} url={url} home={home.data} />
      </PreviewFrame>
    </Paper>
  )
}

function iconOf(name: Device) {
  const { Icon } = devices[name]
  return <Icon sx={{ fontSize: 18 }} />
}
