import { builder } from './builder.ts'
import './auth/auth.graphql.ts'

/** Every feature's types, queries and mutations, one import each. */
export const schema = builder.toSchema()
