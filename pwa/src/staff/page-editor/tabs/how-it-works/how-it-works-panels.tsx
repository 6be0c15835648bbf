import { newStep, type HowItWorksContent } from '@kerbside/schema/pages/content/how-it-works-content'
import { newBenefitColour } from '@kerbside/schema/pages/content/icons'
import type { EditorPanelProps } from '../../fields/panel-props.ts'
import { BenefitColourField } from '../../fields/benefit-colour-field.tsx'
import { at, rootOf } from '../../fields/cursor.ts'
import { Columns, Group, Groups } from '../../fields/group.tsx'
import { IconField } from '../../fields/icon-field.tsx'
import { ItemList } from '../../fields/item-list.tsx'
import { LineField, ParagraphField } from '../../fields/text-fields.tsx'
import { useList } from '../../fields/use-list.ts'
import { CtaFields } from '../cta-fields.tsx'
import { IconItems } from '../icon-items.tsx'
import { PageHeroFields } from '../page-hero-fields.tsx'

type Props = EditorPanelProps<HowItWorksContent>

export function HowItWorksHeroPanel(props: Props) {
  return <PageHeroFields field={at(rootOf(props), 'hero')} />
}

export function StepsPanel(props: Props) {
  const steps = at(rootOf(props), 'steps')
  const items = useList(at(steps, 'items'))
  return (
    <Groups>
      <Group title="Heading" within={[at(steps, 'title')]}>
        <LineField field={at(steps, 'title')} label="Section title" />
      </Group>
      <Group title="Items" note={String(items.keys.length)} within={[items.field]}>
        <ItemList
          list={items}
          entry="step"
          addLabel="Add Step"
          create={() => newStep(items.keys.length)}
          summary={({ step, title, description, icon }) => ({
            title: `${step}. ${title}`,
            note: description,
            icon,
          })}
        >
          {(item) => (
            <>
              <Columns>
                <LineField field={at(item, 'step')} label="Step number" />
                <IconField field={at(item, 'icon')} offer="page" />
              </Columns>
              <LineField field={at(item, 'title')} label="Title" />
              <ParagraphField field={at(item, 'description')} label="Description" />
            </>
          )}
        </ItemList>
      </Group>
    </Groups>
  )
}

export function BenefitsPanel(props: Props) {
  const benefits = at(rootOf(props), 'benefits')
  return (
    <Groups>
      <Group title="Heading" within={[at(benefits, 'title')]}>
        <LineField field={at(benefits, 'title')} label="Section title" />
      </Group>
      <Group title="Items" note={String(benefits.value.items.length)} within={[at(benefits, 'items')]}>
        <IconItems
          field={at(benefits, 'items')}
          entry="benefit"
          addLabel="Add Benefit"
          create={() => ({ icon: 'Star', title: '', description: '', color: newBenefitColour })}
          offer="page"
          renderBeside={(item) => <BenefitColourField field={at(item, 'color')} />}
        />
      </Group>
    </Groups>
  )
}

export function HowItWorksCtaPanel(props: Props) {
  return <CtaFields field={at(rootOf(props), 'cta')} disclaimer="Disclaimer (optional)" />
}
