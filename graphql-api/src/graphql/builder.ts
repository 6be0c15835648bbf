import SchemaBuilder from '@pothos/core'
import DataloaderPlugin from '@pothos/plugin-dataloader'
import RelayPlugin from '@pothos/plugin-relay'
import { DateTimeResolver, JSONResolver } from 'graphql-scalars'
import type { ListPage } from '@kerbside/schema/lists'
import type { Context } from '../deps.ts'

export const builder = new SchemaBuilder<{
  Context: Context
  DefaultFieldNullability: false
  DefaultEdgesNullability: false
  DefaultNodeNullability: false
  Scalars: {
    ID: { Input: string; Output: string }
    DateTime: { Input: Date; Output: Date }
    JSON: { Input: unknown; Output: unknown }
  }
}>({
  plugins: [RelayPlugin, DataloaderPlugin],
  defaultFieldNullability: false,
  relay: {
    cursorType: 'String',
    nodeQueryOptions: false,
    nodesQueryOptions: false,
    nodesOnConnection: true,
    edgesFieldOptions: { nullable: false },
    nodeFieldOptions: { nullable: false },
  },
})

builder.queryType({})
builder.mutationType({})
builder.subscriptionType({})
builder.addScalarType('DateTime', DateTimeResolver)
builder.addScalarType('JSON', JSONResolver)

/** The values of an enum from ours: `too-fast` is `TOO_FAST`, `lead.viewed` is `LEAD_VIEWED`. */
export const enumValues = <Value extends string>(
  values: readonly Value[],
  descriptions: Partial<Record<Value, string>> = {},
): Record<string, { value: Value; description?: string }> =>
  Object.fromEntries(
    values.map((value) => {
      const description: string | undefined = descriptions[value]
      return [value.replace(/[-.]/g, '_').toUpperCase(), { value, ...(description && { description }) }]
    }),
  )

/** Relay's shape of a page. */
export function toConnection<T>(page: ListPage<T>, cursorOf: (record: T) => string) {
  const edges = page.records.map((node) => ({ node, cursor: cursorOf(node) }))
  const { hasNextPage, hasPreviousPage } = page
  const ends = { startCursor: edges[0]?.cursor ?? null, endCursor: edges.at(-1)?.cursor ?? null }
  return { edges, pageInfo: { hasNextPage, hasPreviousPage, ...ends }, page }
}

type Connection<T> = Pick<ReturnType<typeof toConnection<T>>, 'edges' | 'pageInfo'>

/** Relay's shape of a page that is read once its nodes, or its place in the list, are asked for. */
export function toLazyConnection<T, Others extends object>(read: () => Promise<Connection<T>>, others: Others) {
  let asked: Promise<Connection<T>> | null = null
  const page = () => (asked ??= read())
  return {
    ...others,
    get edges() {
      return page().then(({ edges }) => edges)
    },
    get pageInfo() {
      return page().then(({ pageInfo }) => pageInfo)
    },
  }
}

/** Counts what a connection that `toConnection` has made leads through. */
export const totalCount = (connection: unknown) => (connection as { page: ListPage<unknown> }).page.total()
