import ErrorIcon from '@mui/icons-material/ErrorOutlined'
import type { FieldErrors } from '@kerbside/schema/errors'
import { Box, Tab, Tabs } from '@mui/material'
import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'react-router-dom'
import { VisuallyHidden } from '../../ui/section.tsx'
import { useEditorContext, type EditorContextValue } from './editor-context.ts'
import { countErrors } from './editor-state.ts'

const tabId = (id: string) => `editor-tab-${id}`
const panelId = (id: string) => `editor-panel-${id}`

/**
 * The open tab stands in the address, so that a reload and a link come back to it. A save with errors opens the first
 * tab that has one.
 */
export function useEditorTab({ tabs, state: { rejected } }: EditorContextValue) {
  const [parameters, setParameters] = useSearchParams()
  const open = tabs.find(({ id }) => id === parameters.get('tab')) ?? tabs[0]
  const choose = (id: string) =>
    setParameters(id === tabs[0]?.id ? {} : { tab: id }, { replace: true, preventScrollReset: true })

  const showErrors = useEffectEvent((errors: FieldErrors) => {
    const wrong = tabs.filter(({ paths }) => countErrors(paths, errors) > 0)
    if (wrong[0] && !wrong.some((tab) => tab === open)) choose(wrong[0].id)
  })
  useEffect(() => {
    if (rejected !== null) showErrors(rejected.errors)
  }, [rejected])
  return { open, choose }
}

type EditorTabState = ReturnType<typeof useEditorTab>

/** The tabs stay in view, and a tab opens at its top. */
export function EditorTabs({ tab: { open, choose } }: { tab: EditorTabState }) {
  const { tabs, errors } = useEditorContext()
  return (
    <Tabs
      value={open?.id}
      onChange={(_event, id: string) => {
        choose(id)
        document.getElementById('editor-part')?.scrollIntoView({ block: 'start' })
      }}
      variant="scrollable"
      scrollButtons={false}
      aria-label="Parts of the page"
      sx={{ minHeight: 44 }}
    >
      {tabs.map(({ id, label, paths }) => {
        const wrong = countErrors(paths, errors)
        return (
          <Tab
            key={id}
            value={id}
            id={tabId(id)}
            aria-controls={id === open?.id ? panelId(id) : undefined}
            iconPosition="end"
            icon={wrong > 0 ? <ErrorIcon color="error" sx={{ fontSize: 18 }} /> : undefined}
            label={
              <span>
                {label}
                {wrong > 0 && <VisuallyHidden>, {wrong === 1 ? '1 problem' : `${wrong} problems`}</VisuallyHidden>}
              </span>
            }
            sx={{ minHeight: 44, minWidth: 64, px: 1.5, textTransform: 'none', fontWeight: 600 }}
          />
        )
      })}
    </Tabs>
  )
}

type EditorPanelProps = {
  tab: EditorTabState
  /** Told what gets the focus. */
  onFocus: (element: Element) => void
  /** Pixels that cover the top of the window, on a phone and elsewhere. */
  covered: { xs: number; md: number }
}

export function EditorPanel({ tab: { open }, onFocus, covered }: EditorPanelProps) {
  const { state, errors, dispatch } = useEditorContext()
  if (!open) return null
  const { id, Panel } = open
  const update = (change: (content: unknown) => unknown) => dispatch({ type: 'changed', update: change })
  return (
    <Box id="editor-part" onFocus={({ target }) => onFocus(target)} sx={{ scrollMarginTop: covered }}>
      <Box key={id} role="tabpanel" id={panelId(id)} aria-labelledby={tabId(id)}>
        <Panel content={{ value: state.content, path: '', errors, update }} />
      </Box>
    </Box>
  )
}
