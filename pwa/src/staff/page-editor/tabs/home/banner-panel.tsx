import type { HomeContent } from '@kerbside/schema/pages/content/home-content'
import type { EditorPanelProps } from '../../fields/panel-props.ts'
import { ColourGrid } from '../../fields/colour-grid.tsx'
import { at, rootOf } from '../../fields/cursor.ts'
import { Group, Groups } from '../../fields/group.tsx'
import { LineField } from '../../fields/text-fields.tsx'

export function BannerPanel(props: EditorPanelProps<HomeContent>) {
  const home = rootOf(props)
  return (
    <Groups>
      <Group title="Text" within={[at(home, 'bannerText')]}>
        <LineField field={at(home, 'bannerText')} label="Banner text" help="Empty: no banner is shown." />
      </Group>
      <Group title="Colours" within={[at(home, 'bannerColors')]}>
        <ColourGrid
          field={at(home, 'bannerColors')}
          rows={[
            { name: 'background', label: 'Background' },
            { name: 'text', label: 'Text', on: 'background' },
          ]}
        />
      </Group>
    </Groups>
  )
}
