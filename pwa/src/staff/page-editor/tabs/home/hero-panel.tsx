import type { HomeContent } from '@kerbside/schema/pages/content/home-content'
import type { EditorPanelProps } from '../../fields/panel-props.ts'
import { ColourGrid, type ColourRow } from '../../fields/colour-grid.tsx'
import { at, rootOf } from '../../fields/cursor.ts'
import { Columns, Group, Groups } from '../../fields/group.tsx'
import { LineList } from '../../fields/line-list.tsx'
import { wholeNumber } from '../../fields/numbers.ts'
import { LineField, NumberField, ParagraphField } from '../../fields/text-fields.tsx'
import { HeroBackground } from './hero-background.tsx'
import { heroGround } from './hero-ground.ts'

const words = ['badge', 'titleLine1', 'titleEmphasis', 'subtitle', 'subtitleEmphasis'] as const

type ColourName = keyof HomeContent['hero']['colors']
const badgeColours: readonly ColourRow<ColourName>[] = [
  { name: 'badgeBackground', label: 'Badge background' },
  { name: 'badgeText', label: 'Badge text', on: 'badgeBackground' },
]
const textColours: readonly ColourRow<ColourName>[] = [
  { name: 'titleText', label: 'Title text', size: 'large' },
  { name: 'emphasisText', label: 'Title emphasis text', size: 'large' },
  { name: 'subtitleText', label: 'Subtitle text' },
  { name: 'subtitleEmphasisText', label: 'Subtitle emphasis text' },
  { name: 'bulletText', label: 'Bullet text' },
  { name: 'statText', label: 'Stat text' },
]

// The background's colour stands with the background.
const colourNames = [...badgeColours, ...textColours].map(({ name }) => name)

export function HeroPanel(props: EditorPanelProps<HomeContent>) {
  const hero = at(rootOf(props), 'hero')
  const ground = heroGround(hero.value)
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
      <Group title="Text colours" within={colourNames.map((name) => at(at(hero, 'colors'), name))}>
        <ColourGrid
          field={at(hero, 'colors')}
          rows={[...badgeColours, ...textColours.map((row) => ({ ...row, ground }))]}
        />
      </Group>
    </Groups>
  )
}
