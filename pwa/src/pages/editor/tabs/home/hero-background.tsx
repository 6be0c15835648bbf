import type { HomeContent } from '@kerbside/schema/pages/home-content'
import { ColourField } from '../../fields/colour-field.tsx'
import { at, type Cursor } from '../../fields/cursor.ts'
import { Group } from '../../fields/group.tsx'
import { SelectField } from '../../fields/select-field.tsx'
import { LineField } from '../../fields/text-fields.tsx'

const types = [
  { value: 'color', label: 'Colour only' },
  { value: 'image', label: 'Image only' },
  { value: 'image-overlay', label: 'Image with colour overlay' },
] as const

const names = ['backgroundType', 'backgroundImage', 'backgroundOverlay'] as const

/** What stands behind the hero; only what the chosen type uses is shown. */
export function HeroBackground({ hero }: { hero: Cursor<HomeContent['hero']> }) {
  const type = hero.value.backgroundType
  return (
    <Group title="Background" within={[...names.map((name) => at(hero, name)), at(at(hero, 'colors'), 'background')]}>
      <SelectField field={at(hero, 'backgroundType')} label="Background type" choices={types} />
      {type === 'color' ? (
        <ColourField field={at(at(hero, 'colors'), 'background')} label="Background colour" />
      ) : (
        <LineField field={at(hero, 'backgroundImage')} label="Background image URL" />
      )}
      {type === 'image-overlay' && <ColourField field={at(hero, 'backgroundOverlay')} label="Overlay colour" />}
    </Group>
  )
}
