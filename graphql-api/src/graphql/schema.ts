import { lexicographicSortSchema, printSchema } from 'graphql'
import { builder } from './builder.ts'
import '../auth/auth.graphql.ts'
import '../contractors/contractors.graphql.ts'
import '../deliveries/deliveries.graphql.ts'
import '../leads/leads.graphql.ts'
import '../pages/pages.graphql.ts'
import '../quotes/held-quotes.graphql.ts'
import '../quotes/quotes.graphql.ts'
import '../users/users.graphql.ts'

/** Every feature's types, queries and mutations, one import each. */
export const schema = builder.toSchema()

/** As committed in `schema.graphql`. */
export const printedSchema = () => printSchema(lexicographicSortSchema(schema))
