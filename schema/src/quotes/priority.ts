import type { LeadPriority } from '../leads/lead.ts'
import type { FormField } from './form-definition.ts'

/** docs/specification.md, 5.3: by the place of the answers in the form's own option lists. */
export function priorityOf(
  fields: readonly FormField[],
  answers: { timeframe: string | null; budget: string | null },
): LeadPriority {
  const values = (field: string) => fields.find(({ name }) => name === field)?.options?.map(({ value }) => value) ?? []
  const timeframes = values('timeframe')
  const budgets = values('budget')
  if (answers.timeframe !== null && answers.timeframe === timeframes[0]) return 'high'
  if (answers.budget !== null && budgets.slice(-2).includes(answers.budget)) return 'high'
  if (answers.timeframe !== null && answers.timeframe === timeframes.at(-1)) return 'low'
  return 'medium'
}
