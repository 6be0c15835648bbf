import type { PageHero } from '@kerbside/schema/pages/content/about-content'
import { ColourGrid } from '../fields/colour-grid.tsx'
import { at, type Cursor } from '../fields/cursor.ts'
import { Group, Groups } from '../fields/group.tsx'
import { LineField, ParagraphField } from '../fields/text-fields.tsx'

/** The head of about and how-it-works pages. */
export function PageHeroFields({ field }: { field: Cursor<PageHero> }) {
  return (
    <Groups>
      <Group title="Text" within={[at(field, 'title'), at(field, 'subtitle')]}>
        <LineField field={at(field, 'title')} label="Title" />
        <ParagraphField field={at(field, 'subtitle')} label="Subtitle" />
      </Group>
      <Group title="Colours" within={[at(field, 'colors')]}>
        <ColourGrid
          field={at(field, 'colors')}
          rows={[
            { name: 'background', label: 'Background' },
            { name: 'titleText', label: 'Title text', on: 'background', size: 'large' },
            { name: 'subtitleText', label: 'Subtitle text', on: 'background' },
          ]}
        />
      </Group>
    </Groups>
  )
}
