import { formatAmount, type Currency } from '../amount.ts'
import { checklistOf } from './checklist.ts'
import { totalsOf } from './estimate-money.ts'
import { kindTexts, type Estimate, type EstimateContent } from './estimate.ts'

type Version = EstimateContent & Pick<Estimate, 'files'>
type Compared = { before: Version; after: Version; currency: Currency; trade: string }

/** What another version changed, a short sentence each, the whole price first. Empty if nothing that is compared did. */
export function changesOf({ before, after, currency, trade }: Compared): string[] {
  const money = (amount: number) => formatAmount({ amount, currency })
  const change = (name: string, from: string | null, to: string | null) =>
    from === to ? [] : [`${name}: ${from ?? 'not said'} → ${to ?? 'not said'}`]
  const inclusion = (content: EstimateContent, name: string) => content.checklist[name]?.replace('-', ' ') ?? null
  return [
    ...change('Price', money(totalsOf(before.lines).total), money(totalsOf(after.lines).total)),
    ...change('Kind', kindTexts[before.kind], kindTexts[after.kind]),
    ...lineChanges(before, after),
    ...change('Deposit', money(before.deposit), money(after.deposit)),
    ...checklistOf(trade).flatMap(({ name, label }) => change(label, inclusion(before, name), inclusion(after, name))),
    ...change('Start', before.startDay, after.startDay),
    ...change('Duration', days(before.durationDays), days(after.durationDays)),
    ...change('Valid until', before.validUntilDay, after.validUntilDay),
    ...change('Guarantee', years(before.guaranteeYears), years(after.guaranteeYears)),
    ...change('Insurer', before.insurer, after.insurer),
    ...(before.message === after.message ? [] : ['The message']),
    ...(JSON.stringify(before.stages) === JSON.stringify(after.stages) ? [] : ['The stages of payment']),
    ...fileChanges(before, after),
  ]
}

const days = (count: number | null) => (count === null ? null : `${count} ${count === 1 ? 'day' : 'days'}`)
const years = (count: number | null) => (count === null ? null : `${count} ${count === 1 ? 'year' : 'years'}`)

function fileChanges(before: Version, after: Version): string[] {
  const missingIn = ({ files }: Version, other: Version) =>
    files.filter(({ id }) => !other.files.some((each) => each.id === id)).map(({ name }) => name)
  return [
    ...missingIn(after, before).map((name) => `New file: ${name}`),
    ...missingIn(before, after).map((name) => `File removed: ${name}`),
  ]
}

function lineChanges(before: EstimateContent, after: EstimateContent): string[] {
  const has = (lines: EstimateContent['lines'], text: string) => lines.some((line) => line.text === text)
  const added = after.lines.filter(({ text }) => !has(before.lines, text))
  const removed = before.lines.filter(({ text }) => !has(after.lines, text))
  const changed = after.lines.filter((line) => {
    const former = before.lines.find(({ text }) => text === line.text)
    return former && JSON.stringify(former) !== JSON.stringify(line)
  })
  const each = (word: string, lines: EstimateContent['lines']) => lines.map(({ text }) => `${word}: ${text}`)
  return [...each('New line', added), ...each('Line changed', changed), ...each('Line removed', removed)]
}
