import { sumsOf, type Sum } from '@kerbside/schema/amount'
import type { LeadSortName } from '../lead-filter.ts'
import { statusNames } from '../lead-labels.ts'
import type { LeadStatusName } from '../leads.queries.ts'
import type { BoardLead } from './board.queries.ts'

/** What the server says of a column; `rows` are those that are loaded. */
export type ServerColumn = { count: number; isCapped: boolean; value: readonly Sum[]; rows: readonly BoardLead[] }
export type ShownColumn = { count: number; isCapped: boolean; value: Sum[]; rows: BoardLead[] }
export type Columns<Column> = Record<LeadStatusName, Column>

type Ordered = Pick<BoardLead, 'id' | 'createdAt'>
const newestFirst = (one: Ordered, other: Ordered) => other.createdAt.localeCompare(one.createdAt)
const opposite = ({ currency, amount }: Sum): Sum => ({ currency, amount: -amount })
const valuesOf = (leads: readonly BoardLead[]) => leads.flatMap(({ value }) => value ?? [])

/**
 * The columns with each lead where it was moved to, whether or not the server has that yet. Where the list is newest first
 * a moved lead stands in its place, in another order at the top until the server says where.
 */
export function withMoves(
  server: Columns<ServerColumn>,
  moves: ReadonlyMap<string, LeadStatusName>,
  sort: LeadSortName | null,
): Columns<ShownColumn> {
  const moved = statusNames.flatMap((from) =>
    server[from].rows.flatMap((lead) => {
      const to = moves.get(lead.id)
      return to === undefined || to === from ? [] : [{ from, to, lead }]
    }),
  )
  const columns = statusNames.map((status): [LeadStatusName, ShownColumn] => {
    const { count, isCapped, value, rows } = server[status]
    const gone = moved.filter(({ from }) => from === status).map(({ lead }) => lead)
    const arrived = moved.filter(({ to }) => to === status).map(({ lead }) => lead)
    const shown = [...arrived, ...rows.filter((lead) => !gone.includes(lead))]
    return [
      status,
      {
        count: count + arrived.length - gone.length,
        isCapped,
        value: sumsOf([...value, ...valuesOf(arrived), ...valuesOf(gone).map(opposite)]).filter(
          ({ amount }) => amount > 0,
        ),
        rows: sort === null ? shown.toSorted(newestFirst) : shown,
      },
    ]
  })
  return Object.fromEntries(columns) as Columns<ShownColumn>
}
