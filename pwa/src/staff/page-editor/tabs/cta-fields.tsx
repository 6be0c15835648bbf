import type { CtaColours, CtaContent } from '@kerbside/schema/pages/content/cta-content'
import { ColourGrid, type ColourRow } from '../fields/colour-grid.tsx'
import { at, type Cursor } from '../fields/cursor.ts'
import { Group, Groups } from '../fields/group.tsx'
import { LineField, ParagraphField } from '../fields/text-fields.tsx'

const colours: readonly ColourRow<keyof CtaColours>[] = [
  { name: 'background', label: 'Section background' },
  { name: 'titleText', label: 'Title text', on: 'background', size: 'large' },
  { name: 'subtitleText', label: 'Subtitle text', on: 'background' },
  { name: 'buttonBackground', label: 'Button background' },
  { name: 'buttonText', label: 'Button text', on: 'buttonBackground', size: 'large' },
  { name: 'disclaimerText', label: 'Disclaimer text', on: 'background' },
]

/** The call to action at the end of all three kinds of page. */
export function CtaFields({ field, disclaimer }: { field: Cursor<CtaContent>; disclaimer: string }) {
  return (
    <Groups>
      <Group title="Text" within={words.map((name) => at(field, name))}>
        <LineField field={at(field, 'title')} label="Title" />
        <ParagraphField field={at(field, 'subtitle')} label="Subtitle" />
        <LineField field={at(field, 'buttonText')} label="Button text" help="The button leads to the quote form." />
        <ParagraphField field={at(field, 'disclaimer')} label={disclaimer} />
      </Group>
      <Group title="Colours" within={[at(field, 'colors')]}>
        <ColourGrid field={at(field, 'colors')} rows={colours} />
      </Group>
    </Groups>
  )
}

const words = ['title', 'subtitle', 'buttonText', 'disclaimer'] as const
