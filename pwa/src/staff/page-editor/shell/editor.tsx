import type { PageContent } from '@kerbside/schema/pages/content/page-content'
import Box from '@mui/material/Box'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useTheme } from '@mui/material/styles'
import { useEffect, useMemo, useState } from 'react'
import { headerHeight } from '../../ui/page-title.ts'
import { LivePreview } from '../preview/live-preview.tsx'
import { ActionBar } from './action-bar.tsx'
import { EditorDialogs } from './editor-dialogs.tsx'
import { EditorNotices } from './editor-notices.tsx'
import { EditorTabs, panelId, tabId } from './editor-tabs.tsx'
import { EditorTopBar } from './editor-top-bar.tsx'
import { PreviewDialog } from './preview-dialog.tsx'
import { SaveState } from './save-state.tsx'
import { useEditor, type EditorInput, type EditorModel } from './use-editor.ts'

/** Pixels that the buttons and the tabs take, while they stick below the header. */
const barHeight = 97
const tabsHeight = 44

/** One page of any kind: its parts as tabs, what can be done with it above and below, and the page itself beside. */
export function Editor(input: EditorInput) {
  const model = useEditor(input)
  const { desk, acts, kept } = model
  const { breakpoints } = useTheme()
  const isPhone = useMediaQuery(breakpoints.down('md'), { noSsr: true })
  const hasRoom = useMediaQuery(breakpoints.up('lg'), { noSsr: true })
  const [open, setOpen] = useState<'history' | 'preview' | null>(null)
  const close = () => setOpen(null)
  const page = useMemo(
    () => ({ kind: desk.editor.kind, content: desk.state.content }) as PageContent,
    [desk.editor, desk.state.content],
  )
  useSaveKey(acts.save)
  const bar = (announced: boolean) => (
    <ActionBar desk={desk} acts={acts} room={isPhone ? 'phone' : hasRoom ? 'wide' : 'tight'}>
      <SaveState desk={desk} kept={kept} announced={announced} />
    </ActionBar>
  )
  return (
    <>
      <EditorTopBar
        desk={desk}
        onHistory={() => setOpen('history')}
        onPreview={hasRoom ? null : () => setOpen('preview')}
      />
      <Box id="editor-top" sx={isPhone ? { mb: 1 } : { ...stickyTop, position: 'sticky' }}>
        {bar(true)}
        {!isPhone && <PartTabs model={model} />}
      </Box>
      {isPhone && (
        <Box sx={{ ...stickyTop, position: 'sticky', mx: -2, px: 2, pt: 0, mb: 1.5 }}>
          <PartTabs model={model} />
        </Box>
      )}
      <Box sx={hasRoom ? sideBySide : { maxWidth: '64rem' }}>
        <Box sx={{ minWidth: 0 }}>
          <EditorNotices
            desk={desk}
            news={model.news}
            onCompare={() => void model.saving.compare(desk.state.content)}
          />
          <Part model={model} />
        </Box>
        {hasRoom && (
          <Box sx={{ position: 'sticky', top: headerHeight + barHeight + 16, height: besideHeight }}>
            <LivePreview page={page} url={desk.url} />
          </Box>
        )}
      </Box>
      <Box sx={isPhone ? stickyBottom : { mt: 3, pt: 2, borderTop: 1, borderColor: 'divider' }}>{bar(false)}</Box>
      {!hasRoom && <PreviewDialog open={open === 'preview'} page={page} url={desk.url} onClose={close} />}
      <EditorDialogs model={model} found={input.found} history={{ open: open === 'history', close }} />
    </>
  )
}

/** The tabs stay in view, and a tab begins at its top. */
function PartTabs({ model }: { model: EditorModel }) {
  const { desk, tab } = model
  const choose = (id: string) => {
    tab.choose(id)
    document.getElementById('editor-part')?.scrollIntoView({ block: 'start' })
  }
  return <EditorTabs tabs={desk.editor.tabs} current={tab.current} errors={desk.errors} onChoose={choose} />
}

function Part({ model }: { model: EditorModel }) {
  const { desk, tab, change } = model
  const part = desk.editor.tabs.find(({ id }) => id === tab.current)
  if (!part) return null
  const { Panel } = part
  return (
    <Box
      id="editor-part"
      sx={{ scrollMarginTop: { xs: headerHeight + tabsHeight + 16, md: headerHeight + barHeight + 16 } }}
    >
      <Box key={part.id} role="tabpanel" id={panelId(part.id)} aria-labelledby={tabId(part.id)}>
        <Panel content={desk.state.content} change={change} errors={desk.errors} />
      </Box>
    </Box>
  )
}

const stickyTop = {
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

/** Ctrl+S, or Cmd+S, as everywhere. */
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
