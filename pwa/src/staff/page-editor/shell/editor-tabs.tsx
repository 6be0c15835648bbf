import ErrorIcon from '@mui/icons-material/ErrorOutlined'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import type { FieldErrors } from '@kerbside/schema/errors'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { errorsOf } from './editor-state.ts'

type TabHead = { id: string; label: string; paths: readonly string[] }

type EditorTabsProps = {
  tabs: readonly TabHead[]
  current: string
  errors: FieldErrors
  onChoose: (id: string) => void
}

export const tabId = (id: string) => `editor-tab-${id}`
export const panelId = (id: string) => `editor-panel-${id}`

export function EditorTabs({ tabs, current, errors, onChoose }: EditorTabsProps) {
  return (
    <Tabs
      value={current}
      onChange={(_event, id: string) => onChoose(id)}
      variant="scrollable"
      scrollButtons={false}
      aria-label="Parts of the page"
      sx={{ minHeight: 44 }}
    >
      {tabs.map(({ id, label, paths }) => {
        const wrong = errorsOf(paths, errors)
        return (
          <Tab
            key={id}
            value={id}
            id={tabId(id)}
            aria-controls={id === current ? panelId(id) : undefined}
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
