import type { HomeContent } from '@kerbside/schema/pages/home-content'
import type { EditorPanelProps } from '../../editor-tab.ts'
import { ColourGrid, type ColourRow } from '../../fields/colour-grid.tsx'
import { at, rootOf } from '../../fields/cursor.ts'
import { Columns, Group, Groups } from '../../fields/group.tsx'
import { LineList } from '../../fields/line-list.tsx'
import { wholeNumber } from '../../fields/numbers.ts'
import { LineField, NumberField, ParagraphField } from '../../fields/text-fields.tsx'
import { HeroBackground } from './hero-background.tsx'

const words = ['badge', 'titleLine1', 'titleEmphasis', 'subtitle', 'subtitleEmphasis'] as const

type ColourName = keyof HomeContent['hero']['colors']
const textColours: readonly (ColourRow<ColourName> & { ground: 'badge' | 'hero' })[] = [
  { name: 'badgeText', label: 'Badge text', on: 'badgeBackground', ground: 'badge' },
  { name: 'titleText', label: 'Title text', on: 'background', size: 'large', ground: 'hero' },
  { name: 'emphasisText', label: 'Title emphasis text', on: 'background', size: 'large', ground: 'hero' },
  { name: 'subtitleText', label: 'Subtitle text', on: 'background', ground: 'hero' },
  { name: 'subtitleEmphasisText', label: 'Subtitle emphasis text', on: 'background', ground: 'hero' },
  { name: 'bulletText', label: 'Bullet text', on: 'background', ground: 'hero' },
  { name: 'statText', label: 'Stat text', on: 'background', ground: 'hero' },
]

export function HeroPanel(props: EditorPanelProps<HomeContent>) {
  const hero = at(rootOf(props), 'hero')
  return (
    <Groups>
      <Group title="Text" within={words.map((name) => at(hero, name))}>
        <LineField field={at(hero, 'badge')} label="Badge text" help="Empty: no badge is shown." />
        <Columns>
          <LineField field={at(hero, 'titleLine1')} label="Title line 1" />
          <LineField field={at(hero, 'titleEmphasis')} label="Title emphasis" />
        </Columns>
        <ParagraphField field={at(hero, 'subtitle')} label="Subtitle" />
        <LineField field={at(hero, 'subtitleEmphasis')} label="Subtitle emphasis (optional)" />
      </Group>
      <Group title="Bullets and figure" within={[at(hero, 'bullets'), at(hero, 'statCount'), at(hero, 'statLabel')]}>
        <LineList field={at(hero, 'bullets')} label="Bullets" entry="bullet" />
        <Columns>
          <NumberField field={at(hero, 'statCount')} label="Stat count" read={wholeNumber} />
          <LineField field={at(hero, 'statLabel')} label="Stat label" help="Empty: no figure is shown." />
        </Columns>
      </Group>
      <HeroBackground hero={hero} />
      <Group title="Text colours" within={[at(hero, 'colors')]}>
        <ColourGrid
          field={at(hero, 'colors')}
          rows={[{ name: 'badgeBackground', label: 'Badge background' }, ...textColours]}
        />
      </Group>
    </Groups>
  )
}
