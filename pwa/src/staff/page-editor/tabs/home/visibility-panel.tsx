import type { HomeContent } from '@kerbside/schema/pages/content/home-content'
import { homeSections, isVisible, type HomeSection } from '@kerbside/schema/pages/content/home-page'
import Stack from '@mui/material/Stack'
import type { EditorPanelProps } from '../../fields/panel-props.ts'
import { at, rootOf } from '../../fields/cursor.ts'
import { Group, Groups } from '../../fields/group.tsx'
import { SwitchField } from '../../fields/switch-field.tsx'

const labels: Record<HomeSection, string> = {
  header: 'Header',
  banner: 'Banner',
  hero: 'Hero',
  indexIntro: 'Intro Section',
  quoteForm: 'Quote Form',
  features: 'Features',
  portfolio: 'Portfolio',
  cta: 'CTA',
}

/** A section is visible unless its value is explicitly false, so anything else shows as on. */
export function VisibilityPanel(props: EditorPanelProps<HomeContent>) {
  const visibility = at(rootOf(props), 'sectionVisibility')
  return (
    <Groups>
      <Group title="Sections of the page" within={[visibility]}>
        <Stack>
          {homeSections.map((section) => (
            <SwitchField
              key={section}
              field={{ ...at(visibility, section), value: isVisible(visibility.value, section) }}
              label={labels[section]}
            />
          ))}
        </Stack>
      </Group>
    </Groups>
  )
}
