import { canonicalPaint } from '@kerbside/schema/pages/colour'
import { valueAt, type Path } from './content-changes.ts'

export type TabNames = readonly { label: string; paths: readonly string[] }[]

/** Keys whose own name would puzzle the person who edits the page. */
const known = new Map([
  ['colors', 'Colours'],
  ['color', 'Colour'],
  ['navLinks', 'Links'],
  ['path', 'Path'],
  ['indexIntro', 'Intro'],
  ['quoteForm', 'Quote form'],
  ['cta', 'Call to action'],
  ['trustLogos', 'Trust logos'],
  ['statCount', 'Stat count'],
])

/** What a place in the content is called in the editor: its tab, 'Hero', and its field, 'Colours › Background'. */
export function fieldLabel(path: Path, content: unknown, tabs: TabNames) {
  const [first = ''] = path
  const tab = tabs.find(({ paths }) => paths.includes(String(first)))
  // A tab that edits one section needs no second word for it.
  const skipped = tab?.paths.length === 1 && path.length > 1 ? 1 : 0
  const names = path.slice(skipped).map((key, at) => nameOf(key, path.slice(0, skipped + at + 1), content))
  return { tab: tab?.label ?? 'Other', field: names.join(' › ') }
}

function nameOf(key: string | number, path: Path, content: unknown): string {
  if (typeof key !== 'number') return known.get(key) ?? sentenceOf(key)
  const entry = valueAt(content, path)
  const title = titleOf(entry)
  return title === null ? `${key + 1}` : `${key + 1} (${title})`
}

/** 'titleLine1' → 'Title line 1'. */
function sentenceOf(key: string): string {
  const spaced = key
    .replaceAll('_', ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/([a-zA-Z])(\d)/g, '$1 $2')
    .toLowerCase()
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}

const titleKeys = ['label', 'title', 'name', 'location'] as const

/** What an entry of a list is called by those who edit it. */
function titleOf(entry: unknown): string | null {
  if (typeof entry !== 'object' || entry === null) return null
  const titles = titleKeys.map((key) => valueAt(entry, [key]))
  const title = titles.find((text): text is string => typeof text === 'string' && text.trim() !== '')
  return title === undefined ? null : shortened(title, 40)
}

const shortened = (text: string, max: number) => (text.length <= max ? text : `${text.slice(0, max - 1).trimEnd()}…`)

/** A value as a person reads it. */
export function valueText(value: unknown): string {
  if (value === undefined || value === null) return 'Nothing'
  if (value === '') return 'Empty'
  if (typeof value === 'boolean') return value ? 'On' : 'Off'
  if (Array.isArray(value)) return listText(value)
  if (typeof value === 'object') return titleOf(value) ?? JSON.stringify(value)
  return String(value)
}

function listText(entries: readonly unknown[]): string {
  if (entries.length === 0) return 'No entries'
  return entries.map((entry, at) => `${at + 1}. ${valueText(entry)}`).join('\n')
}

/** The paint to show beside a value, when it is one. */
export const paintOf = (value: unknown): string | null => (typeof value === 'string' ? canonicalPaint(value) : null)
