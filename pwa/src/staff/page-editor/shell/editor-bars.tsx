import BackIcon from '@mui/icons-material/ArrowBack'
import HistoryIcon from '@mui/icons-material/History'
import StartIcon from '@mui/icons-material/NoteAddOutlined'
import OpenIcon from '@mui/icons-material/OpenInNew'
import ResetIcon from '@mui/icons-material/RestartAlt'
import PreviewIcon from '@mui/icons-material/VisibilityOutlined'
import type { SvgIconComponent } from '@mui/icons-material'
import { tradeLabels } from '@kerbside/schema/contractors/contractor'
import { isBuiltInUrl } from '@kerbside/schema/pages/defaults/default-content'
import { startTrades, type StartTrade } from '@kerbside/schema/pages/defaults/start-content'
import type { PageKind } from '@kerbside/schema/pages/page'
import { pageListPath } from '@kerbside/schema/pages/page-url'
import { Box, Button, IconButton, Link, Tooltip, Typography, useMediaQuery, useTheme } from '@mui/material'
import { Link as RouterLink } from 'react-router-dom'
import { ActionItem, ActionMenu } from '../../ui/action-menu.tsx'
import { returning } from '../../ui/page-title.ts'
import { hasUnpublishedChanges, PageStatus } from '../page-status.tsx'
import { useEditorContext, type EditorContextValue } from './editor-context.ts'

type EditorTopBarProps = {
  /** On a phone, where the buttons below it do not stick. */
  hasBack: boolean
  onStartFrom: (trade: StartTrade) => void
  onHistory: () => void
  /** Null where the preview stands beside the form. */
  onPreview: (() => void) | null
}

export function EditorTopBar({ hasBack, onStartFrom, onHistory, onPreview }: EditorTopBarProps) {
  const { kind, url, state } = useEditorContext()
  const isPhone = useMediaQuery(useTheme().breakpoints.down('sm'), { noSsr: true })
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        flexWrap: 'wrap',
        columnGap: { xs: 0.25, sm: 1.5 },
        rowGap: 0.5,
        mb: 1.5,
      }}
    >
      {hasBack && <LesserButton label="Back" Icon={BackIcon} target={{ ...linkToList(kind), sx: { ml: -1 } }} />}
      <Box sx={{ mr: { xs: 'auto', sm: 0 } }}>
        <PageStatus page={state.page} url={url} />
      </Box>
      <Link
        href={url}
        target="_blank"
        rel="noopener"
        underline="hover"
        title="Opens in a new tab"
        sx={{
          display: 'inline-flex',
          alignItems: 'center',
          gap: 0.5,
          minWidth: 0,
          minHeight: { xs: 44, md: 0 },
          mr: 'auto',
          // On a phone it has a row of its own, however long it is.
          order: { xs: 1, sm: 0 },
          flexBasis: { xs: '100%', sm: 'auto' },
        }}
      >
        {url}
        <OpenIcon sx={{ fontSize: 16 }} aria-hidden />
      </Link>
      {onPreview !== null && <LesserButton label="Preview" Icon={PreviewIcon} target={{ onClick: onPreview }} />}
      <ActionMenu
        label="Start from the default content for"
        button={<LesserButton compact={isPhone} label="Start from" Icon={StartIcon} />}
      >
        {startTrades.map((trade) => (
          <ActionItem key={trade} onChoose={() => onStartFrom(trade)}>
            {tradeLabels[trade]}
          </ActionItem>
        ))}
      </ActionMenu>
      {state.page !== null && (
        <LesserButton compact={isPhone} label="History" Icon={HistoryIcon} target={{ onClick: onHistory }} />
      )}
    </Box>
  )
}

const linkToList = (kind: PageKind) => ({ component: RouterLink, to: pageListPath(kind), state: returning })

type ActionBarProps = {
  actions: { save: () => void; publish: () => void; unpublish: () => void; reset: () => void }
  /** Without the room for all labels, the lesser buttons are icons; on a phone there are two rows. */
  room: 'wide' | 'tight' | 'phone'
  /** Whether unsaved edits are stored on this device. */
  stored: boolean
  /** The bar above the form: a screen reader announces the state there. */
  isTop: boolean
}

/** The buttons of docs/specification.md, 10.2, at both ends of the editor, with the page's state between them. */
export function ActionBar({ actions, room, stored, isTop }: ActionBarProps) {
  const { kind, labels, state, url, dirty, busy } = useEditorContext()
  const { page } = state
  const isLiveAsSaved = page?.isPublished && !hasUnpublishedChanges(page)
  const mayPublish = !isLiveAsSaved || dirty
  // The page itself when visitors see what is saved, else the draft, for anyone with the link.
  const previewHref = page === null || isLiveAsSaved ? url : page.previewUrl
  const previewLink = { component: 'a', href: previewHref, target: '_blank', rel: 'noopener' }
  const compact = room !== 'wide'
  const lesserButtons = (
    <>
      {(!isTop || room !== 'phone') && (
        <LesserButton
          compact={compact}
          label={isTop ? 'Back' : 'Back to Pages'}
          Icon={BackIcon}
          target={{ ...linkToList(kind), sx: { ml: -1 } }}
        />
      )}
      <LesserButton compact={compact} label="Preview Page" Icon={OpenIcon} target={previewLink} />
      <LesserButton compact={compact} label={labels.reset} Icon={ResetIcon} target={{ onClick: actions.reset }} />
    </>
  )
  const mainButtons = (
    <>
      {page?.isPublished && (
        <Button color="inherit" onClick={actions.unpublish} disabled={busy !== null}>
          {busy === 'publish' && !mayPublish ? 'Processing...' : 'Unpublish'}
        </Button>
      )}
      {mayPublish && (
        <Tooltip
          title={dirty && busy !== 'publish' ? 'Saves your changes, then publishes them' : ''}
          describeChild
          enterDelay={300}
        >
          <Button
            variant="outlined"
            onClick={actions.publish}
            loading={busy === 'publish'}
            loadingPosition="start"
            // A disabled button has no tooltip to take away again.
            aria-disabled={busy !== null}
          >
            {busy === 'publish' ? 'Processing...' : 'Publish'}
          </Button>
        </Tooltip>
      )}
      <Button
        variant="contained"
        onClick={actions.save}
        loading={busy === 'save'}
        loadingPosition="start"
        disabled={busy !== null}
        aria-keyshortcuts="Control+S"
      >
        {busy === 'save' ? 'Saving...' : labels.save}
      </Button>
    </>
  )
  const saveState = <SaveState stored={stored} isAnnounced={isTop} />
  if (room !== 'phone') {
    return (
      <Box sx={{ ...row, gap: 1, minHeight: 44 }}>
        {lesserButtons}
        <Box sx={{ flex: '1 1 120px', minWidth: 0, textAlign: 'right' }}>{saveState}</Box>
        {mainButtons}
      </Box>
    )
  }
  return (
    <>
      <Box sx={row}>
        <Box sx={{ flex: '1 1 0', minWidth: 0 }}>{saveState}</Box>
        {lesserButtons}
      </Box>
      <Box sx={{ ...row, gap: 1, justifyContent: 'flex-end', '& > :last-child': { flexGrow: 1 } }}>{mainButtons}</Box>
    </>
  )
}

const row = { display: 'flex', alignItems: 'center', flexWrap: 'wrap' } as const

type LesserButtonProps = { compact?: boolean; label: string; Icon: SvgIconComponent; target?: object }

function LesserButton({ compact = false, label, Icon, target, ...opensMenu }: LesserButtonProps) {
  if (!compact) {
    return (
      <Button color="inherit" startIcon={<Icon />} {...target} {...opensMenu}>
        {label}
      </Button>
    )
  }
  return (
    <Tooltip title={label}>
      <IconButton aria-label={label} {...target} {...opensMenu}>
        <Icon fontSize="small" />
      </IconButton>
    </Tooltip>
  )
}

function SaveState({ stored, isAnnounced }: { stored: boolean; isAnnounced: boolean }) {
  const editor = useEditorContext()
  const bgcolor = editor.dirty ? 'warning.main' : 'success.main'
  return (
    <Typography
      variant="body2"
      role={isAnnounced ? 'status' : undefined}
      sx={{ color: 'text.secondary', display: 'inline-flex', alignItems: 'baseline', gap: 0.75, textAlign: 'left' }}
    >
      <Box component="span" aria-hidden sx={{ width: 8, height: 8, flexShrink: 0, borderRadius: '50%', bgcolor }} />
      {saveStateText(editor, stored)}
    </Typography>
  )
}

/** In words, so that nobody has to guess what visitors see. */
function saveStateText({ state: { page }, url, dirty, labels }: EditorContextValue, stored: boolean): string {
  if (dirty) return stored ? 'Unsaved changes' : 'Unsaved changes, kept nowhere else'
  if (page === null) return isBuiltInUrl(url) ? `${labels.save} makes it your own.` : 'Not made yet.'
  if (!page.isPublished) return 'Saved. Not visible to visitors.'
  return hasUnpublishedChanges(page) ? 'Saved. Visitors see an earlier version.' : 'Saved and live.'
}
