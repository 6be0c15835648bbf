import type { PageContent, PageKind } from '@kerbside/schema/pages/page'
import { pageListPath, urlProblem } from '@kerbside/schema/pages/page-url'
import { useQuery } from '@tanstack/react-query'
import { Box, Button, useMediaQuery, useTheme } from '@mui/material'
import { useEffect, useMemo, useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import { EmptyState, LoadFailure, Loading } from '../../ui/notices.tsx'
import { headerHeight, usePageTitle } from '../../ui/page-title.ts'
import { Muted } from '../../ui/section.tsx'
import { ConflictDialog } from '../changes/conflict-dialog.tsx'
import { pageEditors, type PageEditor } from '../page-kinds.ts'
import { urlOfEditor } from '../page-labels.ts'
import { pageToEdit, publicFigures, type EditablePage } from '../pages.queries.ts'
import { LivePreview, PreviewDialog } from '../preview/live-preview.tsx'
import { LeaveDialog, useLeaveGuard } from '../unsaved/leave-guard.tsx'
import { useStoredCopy, useUnsavedCopy, type UnsavedCopy } from '../unsaved/use-unsaved-copy.ts'
import { ActionBar, EditorTopBar } from './editor-bars.tsx'
import { EditorContext, useEditorState } from './editor-context.ts'
import { EditorNotices } from './editor-notices.tsx'
import { EditorPanel, EditorTabs, useEditorTab } from './editor-tabs.tsx'
import { FoundCopyDialog, useFoundCopy } from './found-copy.tsx'
import { HistoryDrawer } from './history-drawer.tsx'
import type { EditorTab } from '../tabs/tab.tsx'
import { usePageUpdates } from './use-page-updates.ts'
import { usePublish } from './use-publish.ts'
import { useSave } from './use-save.ts'
import { useStartOver } from './use-start-over.tsx'

/** Loads the page that the address names and its unsaved edits, then opens the editor. */
export function EditorPage({ kind }: { kind: PageKind }) {
  const { slug = 'root' } = useParams()
  return <EditorOf key={`${kind} ${slug}`} editor={pageEditors[kind]} slug={slug} />
}

function EditorOf({ editor, slug }: { editor: PageEditor; slug: string }) {
  const { kind } = editor
  const page = useQuery(pageToEdit(kind, slug))
  const { key, found } = useStoredCopy(kind, slug)
  const newUrl = urlOfEditor(kind, slug)
  usePageTitle(editor.labels.editorTitle(page.data?.url ?? newUrl))
  if (page.data === undefined && page.isError) return <LoadFailure query={page} />
  if (page.data === undefined || found === undefined) return <Loading label="Loading content…" />
  const problem = page.data === null ? urlProblem(kind, newUrl) : null
  if (problem !== null) {
    return (
      <EmptyState
        title={`There is no page at ${newUrl}`}
        action={
          <Button variant="contained" component={Link} to={pageListPath(kind)}>
            Back to Pages
          </Button>
        }
      >
        {problem}
      </EmptyState>
    )
  }
  return <Editor editor={editor} slug={slug} latest={page.data} copyKey={key} found={found} />
}

type EditorProps = {
  editor: PageEditor
  slug: string
  /** The server's page, as of the last query. */
  latest: EditablePage | null
  copyKey: string
  /** Edits of an earlier session that were never saved. */
  found: UnsavedCopy | null
}

/** One page of any kind: its tabs, the actions above and below them, and the live preview beside. */
function Editor({ editor: pageEditor, slug, latest, copyKey, found }: EditorProps) {
  const editor = useEditorState(pageEditor, slug, latest)
  const { kind, tabs, url, state, dirty } = editor
  const { save, saveDraft, compare, conflict } = useSave(editor)
  const { publish, unpublish, restore, dialog: publishDialog } = usePublish(editor, saveDraft)
  const startOver = useStartOver(editor)
  const foundCopy = useFoundCopy(editor, found)
  const edits = { content: state.content, version: state.page?.version ?? 0, dirty }
  const stored = useUnsavedCopy(copyKey, edits, foundCopy.waiting)
  const guard = useLeaveGuard(dirty)
  const newer = usePageUpdates(editor, latest, foundCopy.waiting)
  const tab = useEditorTab(editor)
  const { follow, followed } = useFollowed(tab.open)
  const [open, setOpen] = useState<'history' | 'preview' | null>(null)
  const close = () => setOpen(null)
  const busy = editor.busy !== null
  useSaveKey(() => void save())

  const { breakpoints } = useTheme()
  const isPhone = useMediaQuery(breakpoints.down('md'), { noSsr: true })
  const hasRoom = useMediaQuery(breakpoints.up('lg'), { noSsr: true })
  const page = useMemo(() => ({ kind, content: state.content }) as PageContent, [kind, state.content])
  const bar = {
    actions: { save: () => void save(), publish, unpublish, reset: () => startOver.ask(null) },
    room: isPhone ? 'phone' : hasRoom ? 'wide' : 'tight',
    stored,
  } as const
  return (
    <EditorContext value={editor}>
      <EditorTopBar
        hasBack={isPhone}
        onStartFrom={startOver.ask}
        onHistory={() => setOpen('history')}
        onPreview={hasRoom ? null : () => setOpen('preview')}
      />
      <Box id="editor-top" sx={isPhone ? { mb: 1 } : stickyTop}>
        <ActionBar {...bar} isTop />
        {!isPhone && <EditorTabs tab={tab} />}
      </Box>
      {isPhone && (
        <Box sx={{ ...stickyTop, mx: -2, px: 2, pt: 0, mb: 1.5 }}>
          <EditorTabs tab={tab} />
        </Box>
      )}
      <Box sx={hasRoom ? sideBySide : { maxWidth: '64rem' }}>
        <Box sx={{ minWidth: 0 }}>
          <EditorNotices newer={newer} onCompare={compare} />
          <EditorPanel
            tab={tab}
            onFocus={follow}
            covered={{ xs: headerHeight + tabsHeight + 16, md: headerHeight + barHeight + 16 }}
          />
          <PlaceholderNote />
        </Box>
        {hasRoom && (
          <Box sx={{ position: 'sticky', top: headerHeight + barHeight + 16, height: besideHeight }}>
            <LivePreview page={page} url={url} followed={followed} />
          </Box>
        )}
      </Box>
      <Box sx={isPhone ? stickyBottom : { mt: 3, pt: 2, borderTop: 1, borderColor: 'divider' }}>
        <ActionBar {...bar} isTop={false} />
      </Box>
      {!hasRoom && <PreviewDialog open={open === 'preview'} {...{ page, url, followed }} onClose={close} />}
      {conflict && <ConflictDialog key={conflict.conflict.page.updatedAt} {...conflict} tabs={tabs} busy={busy} />}
      {found && <FoundCopyDialog found={found} copy={foundCopy} />}
      <LeaveDialog guard={guard} url={url} stored={stored} busy={busy} save={save} />
      {startOver.dialog}
      {publishDialog}
      {state.page !== null && (
        <HistoryDrawer
          open={open === 'history'}
          onRestore={(version) => void restore(version).then((done) => done && close())}
          onClose={close}
        />
      )}
    </EditorContext>
  )
}

/** Where in the content the person is: the field that has the focus, or the part that the open tab edits. */
function useFollowed(open: EditorTab | undefined) {
  const [focused, setFocused] = useState<{ tab: EditorTab | undefined; path: string }>({ tab: open, path: '' })
  const path = focused.tab === open ? focused.path : ''
  return {
    follow: (element: Element) =>
      setFocused({ tab: open, path: element.closest<HTMLElement>('[data-path]')?.dataset['path'] ?? '' }),
    followed: path || (open?.paths[0] ?? ''),
  }
}

/** Ctrl+S, or Cmd+S, saves as it does everywhere. */
function useSaveKey(save: () => void) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      // Not from behind a dialog.
      if (document.querySelector('[role="dialog"]') === null) save()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  })
}

/** Pixels that the buttons and the tabs take, while they stick below the header. */
const barHeight = 97
const tabsHeight = 44

const stickyTop = {
  position: 'sticky',
  top: headerHeight,
  zIndex: 4,
  mx: -3,
  px: 3,
  pt: 1,
  mb: 2,
  bgcolor: 'background.default',
  borderBottom: 1,
  borderColor: 'divider',
} as const

const stickyBottom = {
  position: 'sticky',
  bottom: 0,
  zIndex: 3,
  mx: -2,
  mt: 2,
  mb: -2,
  px: 2,
  py: 1,
  bgcolor: 'background.paper',
  borderTop: 1,
  borderColor: 'divider',
} as const

const sideBySide = {
  display: 'grid',
  gap: 3,
  alignItems: 'start',
  gridTemplateColumns: 'minmax(0, 64rem) minmax(380px, 38%)',
} as const

const besideHeight = `calc(100vh - ${headerHeight + barHeight + 32}px)`

/** The placeholders that texts of pages may have, and whether visitors read the measured ones today. */
function PlaceholderNote() {
  const { data } = useQuery(publicFigures())
  return (
    <>
      <Muted sx={{ mt: 2 }}>
        Numbers that follow the settings: {'{firms}'} is the limit of firms in words, {'{Firms}'} with a capital,{' '}
        {'{firmsNumber}'} in digits, {'{nextFirm}'} the firm too many, {'{hours}'} the hours of the promised answer.
      </Muted>
      <Muted sx={{ mt: 1 }}>
        Figures measured over the last 90 days: {'{medianResponse}'} is the time in which half of the homeowners were
        answered (38 minutes), {'{firmsPerRequest}'} the firms that took up a request on average (3.4),{' '}
        {'{answeredInTime}'} the share answered within the promise (96%). They are shown from 20 leads on and while the
        promise is met; until then the sentence or list entry that names one is left out. Do not make a heading of one.
        {data && (data.hiddenBecause === null ? ' Shown today.' : ` Not shown today: ${data.hiddenBecause}`)}
      </Muted>
    </>
  )
}
