import type { ContentIcon } from '@kerbside/schema/pages/content/icons'
import type { ReactElement, ReactNode } from 'react'
import { IconField, SelectField, type Choice, type IconList } from '../fields/choice-fields.tsx'
import { ColourGrid, type ColourRow } from '../fields/colour-fields.tsx'
import { at, type Cursor } from '../fields/cursor.ts'
import { Columns, Group, Groups } from '../fields/group.tsx'
import { ItemList, type ItemListOptions } from '../fields/item-list.tsx'
import { LineList, type LineListOptions } from '../fields/line-list.tsx'
import { LineField, NumberField, ParagraphField } from '../fields/text-fields.tsx'
import { useList } from '../fields/use-list.ts'

/** The keys of a record whose values are of one type. */
type KeysOf<Value, Of> = { [Key in keyof Value & string]: Value[Key] extends Of ? Key : never }[keyof Value & string]

/** The title of the group shows how many entries there are. */
type Counted = { counted?: true }

type ColoursSpec<Value> = {
  [Key in KeysOf<Value, object>]: { colours: Key; rows: ColourRows<Value, keyof Value[Key] & string> }
}[KeysOf<Value, object>]

type ColourRows<Value, Names extends string> =
  | readonly ColourRow<Names>[]
  | ((value: Value) => readonly ColourRow<Names>[])

type ChoiceSpec<Value> = {
  [Key in KeysOf<Value, string>]: { choice: Key; label: string; choices: readonly Choice<Value[Key] & string>[] }
}[KeysOf<Value, string>]

type ItemsSpec<Value> = {
  [Key in keyof Value]: Value[Key] extends (infer Item extends object)[]
    ? { items: Key & string; fields: readonly FieldSpec<Item>[] } & ItemListOptions<Item> & Counted
    : never
}[keyof Value]

/** One field: the property named after its kind holds the key of the value that it edits. */
export type FieldSpec<Value> =
  | { line: KeysOf<Value, string>; label: string; help?: string; type?: 'tel' }
  | { paragraph: KeysOf<Value, string>; label: string; rows?: number }
  | { number: KeysOf<Value, number>; label: string; help?: string; read: (text: string) => number }
  | { icon: KeysOf<Value, ContentIcon>; from: IconList }
  | ({ lines: KeysOf<Value, string[]> } & LineListOptions & Counted)
  | ChoiceSpec<Value>
  | ColoursSpec<Value>
  | ItemsSpec<Value>
  /** Any other field; `edits` are the dotted paths of its values. */
  | { custom: (field: Cursor<Value>) => ReactNode; edits: readonly string[]; note?: (value: Value) => string }
  /** Fields side by side. */
  | readonly FieldSpec<Value>[]

/** The groups of a section, by their titles: fields below each other, or one alone. */
export type GroupSpecs<Value> = Readonly<Record<string, FieldSpec<Value>>>

/** One tab of an editor. `paths` are the content's own keys that it edits. */
export type EditorTab<Content = unknown> = {
  id: string
  label: string
  paths: readonly string[]
  /** Editing is local: nothing reaches the server before Save. */
  Panel: (props: { content: Cursor<Content> }) => ReactElement
}

/** The groups of each section that a tab edits; those under '' are about the content itself. */
type SectionSpecs<Content> = { [Key in keyof Content]?: GroupSpecs<Content[Key]> } & { ''?: GroupSpecs<Content> }

/** Makes the tabs of one kind of content. */
export const tabsOf =
  <Content extends object>() =>
  (label: string, sections: SectionSpecs<Content>, paths = Object.keys(sections)): EditorTab<Content> => ({
    // Stands in the address.
    id: label.toLowerCase().replaceAll(/\W+/g, '-'),
    label,
    paths,
    Panel: ({ content }) => (
      <Groups>
        {Object.entries(sections).map(([key, groups]) => (
          <Section key={key} field={key === '' ? content : valueAt<Content>(content, key)} groups={groups} />
        ))}
      </Groups>
    ),
  })

function Section<Value>({ field, groups }: { field: Cursor<Value>; groups: GroupSpecs<Value> }) {
  return Object.entries(groups).map(([title, group]) => {
    const specs = isRow(group) ? group : [group]
    const note = specs.map((spec) => noteOf(spec, field.value)).find(Boolean)
    const within = specs.flatMap((spec) => pathsOf(spec, field.value)).map((path) => valueAt(field, path))
    return (
      <Group key={title} title={title} note={note} within={within}>
        <Fields field={field} specs={specs} />
      </Group>
    )
  })
}

function noteOf<Value>(spec: FieldSpec<Value>, value: Value) {
  if ('counted' in spec) return String((value['items' in spec ? spec.items : spec.lines] as unknown[]).length)
  return 'note' in spec ? spec.note?.(value) : undefined
}

/** Dotted paths of the values that a field edits. */
function pathsOf<Value>(spec: FieldSpec<Value>, value: Value): readonly string[] {
  if (isRow(spec)) return spec.flatMap((one) => pathsOf(one, value))
  if ('colours' in spec) return rowsOf(spec.rows, value).map(({ name }) => `${spec.colours}.${name}`)
  if ('edits' in spec) return spec.edits
  return kinds.map((kind) => (spec as Partial<Record<string, string>>)[kind]).filter((name) => name !== undefined)
}

const kinds = ['line', 'paragraph', 'number', 'icon', 'lines', 'choice', 'items'] as const

const rowsOf = <Value, Names extends string>(rows: ColourRows<Value, Names>, value: Value) =>
  typeof rows === 'function' ? rows(value) : rows

const isRow = <Value,>(spec: FieldSpec<Value>): spec is readonly FieldSpec<Value>[] => Array.isArray(spec)

function Fields<Value>({ field, specs }: { field: Cursor<Value>; specs: readonly FieldSpec<Value>[] }) {
  return specs.map((spec, index) => <Field key={index} field={field} spec={spec} />)
}

function Field<Value>({ field, spec }: { field: Cursor<Value>; spec: FieldSpec<Value> }) {
  if (isRow(spec)) {
    return (
      <Columns>
        <Fields field={field} specs={spec} />
      </Columns>
    )
  }
  if ('line' in spec) return <LineField field={valueAt<string>(field, spec.line)} {...spec} />
  if ('paragraph' in spec) return <ParagraphField field={valueAt<string>(field, spec.paragraph)} {...spec} />
  if ('number' in spec) return <NumberField field={valueAt<number>(field, spec.number)} {...spec} />
  if ('icon' in spec) return <IconField field={valueAt<ContentIcon>(field, spec.icon)} from={spec.from} />
  if ('choice' in spec) return <SelectField field={valueAt<string>(field, spec.choice)} {...spec} />
  if ('lines' in spec) return <LineList field={valueAt<string[]>(field, spec.lines)} {...spec} />
  if ('colours' in spec)
    return (
      <ColourGrid field={valueAt<Record<string, string>>(field, spec.colours)} rows={rowsOf(spec.rows, field.value)} />
    )
  if ('items' in spec) return <Items field={valueAt<object[]>(field, spec.items)} {...spec} />
  return spec.custom(field)
}

/** The type of the field's spec guarantees that there is such a value under this key. */
function valueAt<Value>(field: Omit<Cursor<unknown>, 'update'>, key: string): Cursor<Value> {
  return at(field as Cursor<Record<string, Value>>, key)
}

type ItemsProps<Item> = ItemListOptions<Item> & { field: Cursor<Item[]>; fields: readonly FieldSpec<Item>[] }

function Items<Item>({ field, fields, ...options }: ItemsProps<Item>) {
  return (
    <ItemList list={useList(field)} {...options}>
      {(item) => <Fields field={item} specs={fields} />}
    </ItemList>
  )
}
