import { lexicographicSortSchema, printSchema } from 'graphql'
import { createRestApp } from './app.ts'
import { openapiDocument } from './http/openapi.ts'
import { schema } from './graphql/schema.ts'

/** What is committed as `schema.graphql` and `openapi.json`, and compared by the check. Needs no service. */
export const printGraphql = (): string => `${printSchema(lexicographicSortSchema(schema))}\n`

export const printOpenapi = (): string => `${JSON.stringify(openapiDocument(createRestApp()), null, 2)}\n`
