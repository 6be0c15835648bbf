import type { HomeContent, Testimonial } from '@kerbside/schema/pages/content/home-content'
import { newTestimonialRating } from '@kerbside/schema/pages/content/content-fields'
import { newFeatureIcon } from '@kerbside/schema/pages/content/icons'
import type { EditorPanelProps } from '../../fields/panel-props.ts'
import { at, rootOf, type Cursor } from '../../fields/cursor.ts'
import { Columns, Group, Groups } from '../../fields/group.tsx'
import { ItemList } from '../../fields/item-list.tsx'
import { LineList } from '../../fields/line-list.tsx'
import { clampRating } from '../../fields/numbers.ts'
import { LineField, NumberField, ParagraphField } from '../../fields/text-fields.tsx'
import { useList } from '../../fields/use-list.ts'
import { IconItems } from '../icon-items.tsx'

export function FeaturesPanel(props: EditorPanelProps<HomeContent>) {
  const features = at(rootOf(props), 'features')
  const { items, testimonials, trustLogos } = features.value
  return (
    <Groups>
      <Group title="Heading" within={[at(features, 'title'), at(features, 'subtitle')]}>
        <LineField field={at(features, 'title')} label="Title" />
        <ParagraphField field={at(features, 'subtitle')} label="Subtitle" />
      </Group>
      <Group title="Feature items" note={String(items.length)} within={[at(features, 'items')]}>
        <IconItems
          field={at(features, 'items')}
          entry="feature"
          addLabel="Add Feature"
          create={() => ({ icon: newFeatureIcon, title: '', description: '' })}
          offer="feature"
        />
      </Group>
      <Group title="Testimonials" note={String(testimonials.length)} within={[at(features, 'testimonials')]}>
        <Testimonials field={at(features, 'testimonials')} />
      </Group>
      <Group title="Trust logos/badges" note={String(trustLogos.length)} within={[at(features, 'trustLogos')]}>
        <LineList field={at(features, 'trustLogos')} label="Trust logos/badges" entry="badge" titled />
      </Group>
    </Groups>
  )
}

const newTestimonial = (): Testimonial => ({ name: '', role: '', quote: '', rating: newTestimonialRating })

function Testimonials({ field }: { field: Cursor<Testimonial[]> }) {
  const list = useList(field)
  return (
    <ItemList
      list={list}
      entry="testimonial"
      addLabel="Add Testimonial"
      create={newTestimonial}
      summary={({ name, quote, rating }) => ({ title: name, note: `${rating} of 5 stars · ${quote}` })}
    >
      {(item) => (
        <>
          <Columns>
            <LineField field={at(item, 'name')} label="Name" />
            <LineField field={at(item, 'role')} label="Role" />
          </Columns>
          <ParagraphField field={at(item, 'quote')} label="Quote" />
          <Columns>
            <NumberField field={at(item, 'rating')} label="Rating" help="1 to 5 stars" read={clampRating} />
          </Columns>
        </>
      )}
    </ItemList>
  )
}
