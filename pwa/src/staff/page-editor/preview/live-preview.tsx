import type { HomeContent } from '@kerbside/schema/pages/content/home-content'
import type { PageContent } from '@kerbside/schema/pages/page'
import { completeHome } from '@kerbside/schema/pages/defaults/content-inputs'
import { withNumbers } from '@kerbside/schema/pages/numbers-in-texts'
import CloseIcon from '@mui/icons-material/Close'
import DesktopIcon from '@mui/icons-material/DesktopWindowsOutlined'
import PhoneIcon from '@mui/icons-material/PhoneIphone'
import { Box, Dialog, IconButton, Paper, ToggleButton, ToggleButtonGroup, Typography } from '@mui/material'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Component, memo, use, useDeferredValue, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { restCall } from '../../../api/rest.ts'
import type { PageScreen } from '../../../site/app/screen.ts'
import { Site } from '../../../site/app/site.tsx'
import { SiteSettings } from '../../../site/ui/site-settings.ts'
import { publicFigures } from '../pages.queries.ts'
import { follow } from './follow.ts'
import { PreviewFrame } from './preview-frame.tsx'

/** The main home page as visitors see it: its header stands around every other page. */
const mainHome = queryOptions({
  queryKey: ['pages', 'main-home'],
  queryFn: async ({ signal }) => completeHome(await restCall('/index/root', { signal })),
  staleTime: 60_000,
})

const devices = {
  phone: { label: 'Phone', width: 390, Icon: PhoneIcon },
  desktop: { label: 'Desktop', width: 1280, Icon: DesktopIcon },
} as const
type Device = keyof typeof devices

type LivePreviewProps = {
  page: PageContent
  url: string
  /** The path of the content that is edited: it is brought into view and marked. */
  followed: string
  /** Closes the preview, where it covers the form. */
  action?: ReactNode
}

/** The page as it will be, following each change; drawn when the typing pauses, so that it never slows it down. */
export function LivePreview({ page, url, followed, action }: LivePreviewProps) {
  const [device, setDevice] = useState<Device>('phone')
  const shown = useDeferredValue(page)
  const home = useQuery({ ...mainHome, enabled: page.kind !== 'index' })
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
          {Object.entries(devices).map(([name, { label, Icon }]) => (
            <ToggleButton key={name} value={name} aria-label={label} title={label} sx={{ py: 0.5 }}>
              <Icon sx={{ fontSize: 18 }} />
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
        {action}
      </Box>
      <PreviewFrame key={device} title={`Preview of ${url}`} width={devices[device].width}>
        <PagePreview page={shown} {...{ url, followed }} home={home.data} />
      </PreviewFrame>
    </Paper>
  )
}

type PreviewDialogProps = Omit<LivePreviewProps, 'action'> & { open: boolean; onClose: () => void }

/** The live preview where there is no room for it beside the form. */
export function PreviewDialog({ open, onClose, ...preview }: PreviewDialogProps) {
  const closeButton = (
    <IconButton aria-label="Close the preview" onClick={onClose} edge="end">
      <CloseIcon fontSize="small" />
    </IconButton>
  )
  return (
    <Dialog open={open} onClose={onClose} fullScreen aria-label="Live preview">
      <LivePreview {...preview} action={closeButton} />
    </Dialog>
  )
}

type PagePreviewProps = Omit<LivePreviewProps, 'action'> & { home: HomeContent | undefined }

const nowhere = { go: () => undefined, thank: () => undefined }
const noForm = { submissionId: '', stamp: '', answers: {}, errors: {} }

/** The public page as visitors will see it; looked at, not used. */
const PagePreview = memo(function PagePreview({ page, url, followed, home }: PagePreviewProps) {
  const frame = { screen: 'page', path: url, slug: '', pageVersion: 0, preview: false, form: noForm } as const
  const settings = use(SiteSettings)
  const { data } = useQuery(publicFigures())
  const figures = data?.hiddenBecause === null ? data.texts : null
  // What visitors read, where the editor has {firms}.
  const shown = useMemo(
    () => ({ ...page, content: withNumbers(page.content, settings, figures) }) as PageContent,
    [page, settings, figures],
  )
  const drawn = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (drawn.current) follow(drawn.current, shown.content, followed)
  }, [shown, followed, home])
  const screen: PageScreen = { ...frame, ...shown, ...(home && { home }) }
  return (
    <Whole key={url} content={page.content}>
      <div inert ref={drawn}>
        <Site screen={screen} moves={nowhere} />
      </div>
    </Whole>
  )
})

type WholeProps = { content: unknown; children: ReactNode }
type WholeState = { failed: boolean; content: unknown }

/** A half-typed value that the page cannot draw must not take the editor down; the next change tries again. */
class Whole extends Component<WholeProps, WholeState> {
  override state: WholeState = { failed: false, content: this.props.content }

  static getDerivedStateFromError(): Partial<WholeState> {
    return { failed: true }
  }

  static getDerivedStateFromProps({ content }: WholeProps, state: WholeState): WholeState | null {
    return content === state.content ? null : { failed: false, content }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return <p className="notice-page">This part cannot be shown just now. Your edits are safe.</p>
  }
}
