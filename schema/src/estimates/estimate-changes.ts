import { formatAmount } from '../amount.ts'
import { checklistOf } from './checklist.ts'
import { totalsOf } from './estimate-money.ts'
import { kindTexts, type Estimate, type EstimateContent } from './estimate.ts'

type Version = EstimateContent & Pick<Estimate, 'files' | 'currency'>
type Compared = { before: Version; after: Version; trade: string }

/** What another version changed, a short sentence each, the whole price first. Empty if nothing that is compared did. */
export function changesOf({ before, after, trade }: Compared): string[] {
  // A correction can change the country of the job between two versions, so each is told in its own currency.
  const money = ({ currency }: Version, amount: number) => formatAmount({ amount, currency })
  const total = (version: Version) => money(version, totalsOf(version.lines).total)
  const change = (name: string, from: string | null, to: string | null) =>
    from === to ? [] : [`${name}: ${from ?? 'not said'} → ${to ?? 'not said'}`]
  const inclusion = (content: EstimateContent, name: string) => content.checklist[name]?.replace('-', ' ') ?? null
  return [
    ...change('Price', total(before), total(after)),
    ...change('Kind', kindTexts[before.kind], kindTexts[after.kind]),
    ...lineChanges(before, after),
    ...(before.deposit + after.deposit === 0
      ? []
      : change('Deposit', money(before, before.deposit), money(after, after.deposit))),
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
