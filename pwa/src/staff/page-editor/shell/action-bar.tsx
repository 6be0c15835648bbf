import BackIcon from '@mui/icons-material/ArrowBack'
import PreviewIcon from '@mui/icons-material/OpenInNew'
import ResetIcon from '@mui/icons-material/RestartAlt'
import type { SvgIconComponent } from '@mui/icons-material'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import type { ReactNode } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { returning } from '../../ui/page-title.ts'
import { hasUnpublishedChanges } from '../page-status.tsx'
import { listPath } from '../page-labels.ts'
import type { Desk } from './use-editor-context.ts'

export type EditorActs = {
  save: () => void
  publish: () => void
  unpublish: () => void
  reset: () => void
}

type ActionBarProps = {
  desk: Desk
  acts: EditorActs
  /** Without the room for all words, what is needed less shows as icons; on a phone there are two rows. */
  room: 'wide' | 'tight' | 'phone'
  /** In the middle: where the page stands. */
  children: ReactNode
}

/** The buttons of docs/specification.md, 10.2, at both ends of the editor. */
export function ActionBar({ desk, acts, room, children }: ActionBarProps) {
  const { editor, words } = desk
  const compact = room !== 'wide'
  const quiet = (
    <>
      <QuietButton compact={compact} label="Back to Pages" Icon={BackIcon} to={listPath(editor.kind)} />
      <QuietButton compact={compact} label="Preview Page" Icon={PreviewIcon} href={previewHref(desk)} />
      <QuietButton compact={compact} label={words.reset} Icon={ResetIcon} onClick={acts.reset} />
    </>
  )
  const loud = (
    <>
      <PublishButtons desk={desk} acts={acts} />
      <SaveButton desk={desk} save={acts.save} />
    </>
  )
  if (room !== 'phone') {
    return (
      <Box sx={{ ...row, gap: 1, minHeight: 44 }}>
        {quiet}
        <Box sx={{ flex: '1 1 120px', minWidth: 0, textAlign: 'right' }}>{children}</Box>
        {loud}
      </Box>
    )
  }
  return (
    <>
      <Box sx={row}>
        <Box sx={{ flex: '1 1 0', minWidth: 0 }}>{children}</Box>
        {quiet}
      </Box>
      <Box sx={{ ...row, gap: 1, justifyContent: 'flex-end', '& > :last-child': { flexGrow: 1 } }}>{loud}</Box>
    </>
  )
}

const row = { display: 'flex', alignItems: 'center', flexWrap: 'wrap' } as const

function SaveButton({ desk, save }: { desk: Desk; save: () => void }) {
  const saving = desk.busy === 'save'
  return (
    <Button
      variant="contained"
      onClick={save}
      loading={saving}
      loadingPosition="start"
      disabled={desk.busy !== null}
      aria-keyshortcuts="Control+S"
    >
      {saving ? 'Saving...' : desk.words.save}
    </Button>
  )
}

/** The page itself when visitors see what is saved, else the draft, for whoever holds the link. */
function previewHref({ state: { page }, url }: Desk): string {
  if (page === null || (page.isPublished && !hasUnpublishedChanges(page))) return url
  return page.previewUrl
}

function PublishButtons({ desk, acts }: { desk: Desk; acts: EditorActs }) {
  const { page } = desk.state
  const isPublished = page?.isPublished ?? false
  const mayPublish = page === null || !isPublished || hasUnpublishedChanges(page) || desk.dirty
  const processing = desk.busy === 'publish'
  return (
    <>
      {isPublished && (
        <Button color="inherit" onClick={acts.unpublish} disabled={desk.busy !== null}>
          {processing && !mayPublish ? 'Processing...' : 'Unpublish'}
        </Button>
      )}
      {mayPublish && (
        <Tooltip
          title={desk.dirty && !processing ? 'Saves your changes, then publishes them' : ''}
          describeChild
          enterDelay={300}
        >
          <Button
            variant="outlined"
            onClick={acts.publish}
            loading={processing}
            loadingPosition="start"
            // A disabled button has no tooltip to take away again.
            aria-disabled={desk.busy !== null}
          >
            {processing ? 'Processing...' : 'Publish'}
          </Button>
        </Tooltip>
      )}
    </>
  )
}

type QuietButtonProps = {
  compact: boolean
  label: string
  Icon: SvgIconComponent
  /** A screen of ours, an address in a new tab, or an act. */
  to?: string
  href?: string
  onClick?: () => void
}

function QuietButton({ compact, label, Icon, to, href, onClick }: QuietButtonProps) {
  const target =
    to !== undefined
      ? { component: RouterLink, to, state: returning }
      : href !== undefined
        ? { component: 'a', href, target: '_blank', rel: 'noopener' }
        : { onClick }
  if (!compact) {
    return (
      <Button color="inherit" startIcon={<Icon />} {...target}>
        {label}
      </Button>
    )
  }
  return (
    <Tooltip title={label}>
      <IconButton aria-label={label} {...target}>
        <Icon fontSize="small" />
      </IconButton>
    </Tooltip>
  )
}
