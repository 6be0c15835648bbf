import type { HomeContent } from '@kerbside/schema/pages/content/home-content'
import type { EditorPanelProps } from '../../fields/panel-props.ts'
import { at, rootOf, type Cursor } from '../../fields/cursor.ts'
import { Columns, Group, Groups } from '../../fields/group.tsx'
import { LineList } from '../../fields/line-list.tsx'
import { LineField, ParagraphField } from '../../fields/text-fields.tsx'
import { FormBuilder } from '../../form-builder/form-builder.tsx'
import { formWords, withLabel, withPlaceholder } from '../../form-builder/form-messages.ts'

type Form = HomeContent['quoteForm']

const labels = [
  ['firstName', 'First name label'],
  ['lastName', 'Last name label'],
  ['email', 'Email label'],
  ['submitText', 'Submit text'],
  ['submittingText', 'Submitting text'],
] as const

const placeholders = [
  ['firstName', 'First name placeholder'],
  ['lastName', 'Last name placeholder'],
  ['email', 'Email placeholder'],
  ['mobile', 'Mobile placeholder'],
  ['additionalInfo', 'Additional information placeholder'],
] as const

export function IntroFormPanel(props: EditorPanelProps<HomeContent>) {
  const home = rootOf(props)
  const intro = at(home, 'indexIntro')
  const form = at(home, 'quoteForm')
  return (
    <Groups>
      <Group title="Intro" within={[intro]}>
        <LineField field={at(intro, 'heading')} label="Intro heading" />
        <ParagraphField field={at(intro, 'paragraph')} label="Paragraph" rows={3} />
        <LineList field={at(intro, 'highlights')} label="Highlights" entry="highlight" />
      </Group>
      <Group title="Quote form card" within={cardWords.map((name) => at(form, name))}>
        <LineField field={at(form, 'cardTitle')} label="Card title" />
        <ParagraphField field={at(form, 'cardSubtitle')} label="Card subtitle" />
        <LineField field={at(form, 'urgencyBanner')} label="Urgency banner" help="Empty: no banner is shown." />
        <LineList field={at(form, 'trustIndicators')} label="Trust indicators" entry="trust indicator" />
      </Group>
      <FormWords form={form} />
      <Group
        title="Field builder"
        note={`${form.value.fields.length} fields`}
        within={[at(form, 'fields'), at(form, 'layout')]}
      >
        <FormBuilder field={form} />
      </Group>
    </Groups>
  )
}

const cardWords = ['cardTitle', 'cardSubtitle', 'urgencyBanner', 'trustIndicators'] as const

/** Some of these words stand on a field of the builder too; a change here is a change there. */
function FormWords({ form }: { form: Cursor<Form> }) {
  const words = formWords(form.value)
  const label = (key: keyof Form['labels']): Cursor<string> => ({
    ...at(at(form, 'labels'), key),
    value: words.labels[key],
    update: (change) => form.update((now) => withLabel(now, key, change(formWords(now).labels[key]))),
  })
  const placeholder = (key: keyof Form['placeholders']): Cursor<string> => ({
    ...at(at(form, 'placeholders'), key),
    value: words.placeholders[key],
    update: (change) => form.update((now) => withPlaceholder(now, key, change(formWords(now).placeholders[key]))),
  })
  return (
    <Group title="Labels and placeholders" within={[at(form, 'labels'), at(form, 'placeholders')]}>
      <Columns>
        {labels.map(([key, words]) => (
          <LineField key={key} field={label(key)} label={words} />
        ))}
        {placeholders.map(([key, words]) => (
          <LineField key={key} field={placeholder(key)} label={words} />
        ))}
      </Columns>
    </Group>
  )
}
