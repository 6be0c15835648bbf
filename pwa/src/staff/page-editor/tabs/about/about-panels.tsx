import type { AboutContent } from '@kerbside/schema/pages/content/about-content'
import type { EditorPanelProps } from '../../fields/panel-props.ts'
import { at, rootOf } from '../../fields/cursor.ts'
import { Columns, Group, Groups } from '../../fields/group.tsx'
import { ItemList } from '../../fields/item-list.tsx'
import { LineList } from '../../fields/line-list.tsx'
import { LineField, ParagraphField } from '../../fields/text-fields.tsx'
import { useList } from '../../fields/use-list.ts'
import { CtaFields } from '../cta-fields.tsx'
import { IconItems } from '../icon-items.tsx'
import { PageHeroFields } from '../page-hero-fields.tsx'

type Props = EditorPanelProps<AboutContent>

export function AboutHeroPanel(props: Props) {
  return <PageHeroFields field={at(rootOf(props), 'hero')} />
}

export function MissionPanel(props: Props) {
  const mission = at(rootOf(props), 'mission')
  const stats = useList(at(mission, 'stats'))
  return (
    <Groups>
      <Group title="Text" within={[at(mission, 'title'), at(mission, 'description')]}>
        <LineField field={at(mission, 'title')} label="Title" />
        <ParagraphField field={at(mission, 'description')} label="Description" rows={3} />
      </Group>
      <Group title="Stats" note={String(stats.keys.length)} within={[stats.field]}>
        <ItemList
          list={stats}
          entry="stat"
          addLabel="Add Stat"
          create={() => ({ number: '', label: '' })}
          summary={({ number, label }) => ({ title: `${number} ${label}` })}
        >
          {(stat) => (
            <Columns>
              <LineField field={at(stat, 'number')} label="Number" help="As visitors read it: 1,200+ or 98%." />
              <LineField field={at(stat, 'label')} label="Label" />
            </Columns>
          )}
        </ItemList>
      </Group>
    </Groups>
  )
}

export function ValuesPanel(props: Props) {
  const values = at(rootOf(props), 'values')
  return (
    <Groups>
      <Group title="Heading" within={[at(values, 'title')]}>
        <LineField field={at(values, 'title')} label="Title" />
      </Group>
      <Group title="Items" note={String(values.value.items.length)} within={[at(values, 'items')]}>
        <IconItems
          field={at(values, 'items')}
          entry="value"
          addLabel="Add Value"
          create={() => ({ icon: 'Star', title: '', description: '' })}
          offer="page"
        />
      </Group>
    </Groups>
  )
}

export function StoryPanel(props: Props) {
  const story = at(rootOf(props), 'story')
  return (
    <Groups>
      <Group title="Story" within={[story]}>
        <LineField field={at(story, 'title')} label="Title" />
        <LineList field={at(story, 'paragraphs')} label="Paragraphs" entry="paragraph" multiline />
      </Group>
    </Groups>
  )
}

export function CommitmentPanel(props: Props) {
  const commitment = at(rootOf(props), 'commitment')
  const items = useList(at(commitment, 'items'))
  return (
    <Groups>
      <Group title="Heading" within={[at(commitment, 'title')]}>
        <LineField field={at(commitment, 'title')} label="Title" />
      </Group>
      <Group title="Items" note={String(items.keys.length)} within={[items.field]}>
        <ItemList
          list={items}
          entry="commitment"
          addLabel="Add Commitment"
          create={() => ({ title: '', description: '' })}
          summary={({ title, description }) => ({ title, note: description })}
        >
          {(item) => (
            <>
              <LineField field={at(item, 'title')} label="Title" />
              <ParagraphField field={at(item, 'description')} label="Description" />
            </>
          )}
        </ItemList>
      </Group>
    </Groups>
  )
}

export function AboutCtaPanel(props: Props) {
  return <CtaFields field={at(rootOf(props), 'cta')} disclaimer="Disclaimer (optional)" />
}
