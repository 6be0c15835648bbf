import type { Role } from '@kerbside/schema/users/user'
import fc, { type Arbitrary } from 'fast-check'
import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLOutputType,
  type GraphQLSchema,
} from 'graphql'
import { z } from 'zod'
import type { RestRoute } from '../http/route.ts'
import { encode, mostly, oddHeaders, oddText, oddValue } from './hostile-values.ts'

/** One request as a hostile client sends it. `role` is whose token it carries. */
export type HostileRequest = {
  method: string
  path: string
  headers: Record<string, string>
  body: string | undefined
  role: 'visitor' | Role
}
/** Ids that lead somewhere: what they lead to must be reached to be tried. */
export type Known = { ids: string[] }

export const role = fc.constantFrom(...(['visitor', 'user', 'manager', 'admin', 'admin'] as const))
export const type = (usual: string) =>
  mostly(
    fc.constant(usual),
    fc.constantFrom(
      '',
      'text/plain',
      'application/json; charset=utf-16',
      'application/xml',
      'multipart/form-data',
      'x/y;;;',
    ),
  )

/** Something of everything wrong, among values that are right. */
export function filled(names: readonly string[], base: Record<string, unknown>): Arbitrary<Record<string, unknown>> {
  const all = [...names, ...Object.keys(base), '__proto__', 'constructor', '$where', 'a.b']
  return fc
    .tuple(fc.array(fc.tuple(fc.constantFrom(...all), oddValue), { maxLength: 4 }), fc.boolean())
    .map(([odd, onBase]) => Object.fromEntries([...(onBase ? Object.entries(base) : []), ...odd]))
}

/** The fields of an object schema, also of one that is transformed. */
function shapeOf(schema: unknown): string[] {
  if (schema instanceof z.ZodPipe) return shapeOf(schema.in)
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
}
export const addressOf = (query: Record<string, unknown>) =>
  Object.entries(query)
    .map(([name, value]) => `${encode(name)}=${encode(typeof value === 'string' ? value : JSON.stringify(value))}`)
    .join('&')
export function restRequest(routes: readonly RestRoute[], known: Known, bases: Record<string, object>) {
  const segment = mostly(fc.constantFrom(...known.ids, 'root', 'default', 'about-x', '1', '0'), oddText, 2)
  return fc.constantFrom(...routes).chain((route) =>
    fc
      .record({
        method: mostly(
          fc.constant(route.method.toUpperCase()),
          fc.constantFrom('PUT', 'HEAD', 'OPTIONS', 'DELETE', 'POST'),
        ),
        segments: fc.array(segment, { minLength: 3, maxLength: 3 }),
        query: filled(shapeOf(route.query), {}),
        body: mostly(
          filled(shapeOf(route.body), { ...bases[route.path] }).map((body) => JSON.stringify(body)),
          fc.oneof(
            oddValue.map((value) => JSON.stringify(value)),
            oddText,
          ),
        ),
        type: type('application/json'),
        headers: oddHeaders,
        role,
      })
      .map(({ segments, query, body, ...rest }): HostileRequest => {
        const path = route.path.replaceAll(/\{\w+\}/g, () => encode(segments.pop() ?? 'x'))
        const hasBody = Boolean(route.body) && !['GET', 'HEAD'].includes(rest.method)
        return request({ ...rest, path: `/api${path}?${addressOf(query)}`, body: hasBody ? body : undefined })
      }),
  )
}

export function request({
  type: contentType,
  headers: more,
  ...rest
}: Omit<HostileRequest, 'headers'> & { type: string; headers: Record<string, string> }) {
  return {
    ...rest,
    headers: { ...more, ...(rest.body !== undefined && contentType !== '' && { 'content-type': contentType }) },
  }
}

/** A value as its GraphQL type wants it, here and there with an odd one in its place. */
function valueFor(wanted: GraphQLInputType, known: Known): Arbitrary<unknown> {
  if (isNonNullType(wanted)) return mostly(valueFor(wanted.ofType, known), oddValue, 12)
  if (isListType(wanted)) return fc.array(valueFor(wanted.ofType, known), { maxLength: 3 })
  if (isEnumType(wanted)) return mostly(fc.constantFrom(...wanted.getValues().map(({ name }) => name)), oddValue, 5)
  if (isInputObjectType(wanted)) {
    const fields = Object.values(wanted.getFields()).map((field) => [field.name, valueFor(field.type, known)] as const)
    return fc.record(Object.fromEntries(fields), { requiredKeys: [] })
  }
  if (wanted.name === 'ID') return mostly(fc.constantFrom(...known.ids), oddText, 3)
  if (wanted.name === 'Int') return fc.constantFrom(0, 1, -1, 3, 200, 2_147_483_647, -2_147_483_648)
  if (wanted.name === 'Boolean') return fc.boolean()
  if (wanted.name === 'Float') return fc.double({ noNaN: true, noDefaultInfinity: true })
  return wanted.name === 'String' ? mostly(oddText, oddValue, 10) : oddValue
}

type Variable = { name: string; wanted: GraphQLInputType }

function callOf(field: GraphQLField<unknown, unknown>, depth: number, variables: Variable[]): string {
  const given = (argument: GraphQLArgument) => {
    const name = `v${variables.push({ name: `v${variables.length}`, wanted: argument.type }) - 1}`
    return `${argument.name}: $${name}`
  }
  const list = field.args.filter((argument) => depth === 3 || isRequiredArgument(argument)).map(given)
  return `${field.name}${list.length > 0 ? `(${list.join(', ')})` : ''}${selectionOf(field.type, depth - 1, variables)}`
}

function selectionOf(output: GraphQLOutputType, depth: number, variables: Variable[]): string {
  const named = getNamedType(output)
  if (!isObjectType(named)) return ''
  const inner = Object.values(named.getFields()).filter((field) => depth > 0 || !isObjectType(getNamedType(field.type)))
  return ` { __typename ${inner.map((field) => callOf(field, depth, variables)).join(' ')} }`
}

export function graphqlRequest(schema: GraphQLSchema, known: Known) {
  const operations = (['query', 'mutation'] as const).flatMap((kind) => {
    const root = kind === 'query' ? schema.getQueryType() : schema.getMutationType()
    return Object.values(root?.getFields() ?? {}).map((field) => {
      const variables: Variable[] = []
      const call = callOf(field, 3, variables)
      const declared = variables.map(({ name, wanted }) => `$${name}: ${String(wanted)}`).join(', ')
      return { query: `${kind} ${declared ? `(${declared})` : ''} { ${call} }`, variables }
    })
  })
  const proper = fc
    .constantFrom(...operations)
    .chain(({ query, variables }) =>
      fc
        .record(Object.fromEntries(variables.map(({ name, wanted }) => [name, valueFor(wanted, known)])))
        .map((values): unknown => ({ query, variables: values })),
    )
  const odd = fc.oneof(
    fc.tuple(oddText, oddValue).map(([query, variables]): unknown => ({ query, variables })),
    fc.constantFrom(...oddQueries).map((query): unknown => ({ query })),
    filled(['query', 'variables', 'operationName', 'extensions'], { query: '{ __typename }' }),
    oddValue,
  )
  return fc
    .record({
      body: mostly(proper, odd, 5).map((body) => JSON.stringify(body)),
      type: type('application/json'),
      headers: oddHeaders,
      role,
    })
    .map((rest): HostileRequest => request({ ...rest, method: 'POST', path: '/graphql' }))
}

const oddQueries = [
  '{ __schema { types { name } } }',
  '{ lead(id: {a: 1}) { id } }',
  '{ leads(filter: {status: [NEW, {}]}) { totalCount } }',
  `{ ${'a'.repeat(5_000)} }`,
  `{ page(kind: HOME, slug: "${'['.repeat(500)}") { content } }`,
  `mutation { createPage(kind: HOME, url: "/x", content: ${'['.repeat(600)}${']'.repeat(600)}) { id } }`,
  `${'{ me '.repeat(400)}`,
  'query A { me { id } } query B { me { id } }',
  'fragment F on User { ...F } { me { ...F } }',
  'subscription { leadEvents { kind } }',
  '{ me @include(if: $x) { id } }',
  '#',
]
