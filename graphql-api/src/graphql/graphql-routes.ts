import { EnvelopArmor } from '@escape.tech/graphql-armor'
import { AppError } from '@kerbside/schema/errors'
import { can } from '@kerbside/schema/users/user'
import { fieldErrors } from '@kerbside/schema/validate'
import type { ASTVisitor, GraphQLError, GraphQLSchema, ValidationContext } from 'graphql'
import { createGraphQLError, createYoga, type Plugin } from 'graphql-yoga'
import { Hono } from 'hono'
import { z } from 'zod'
import type { Context, Deps, AppEnv } from '../deps.ts'
import { answerSubscription, maySubscribe, type Operation } from './event-stream.ts'
import { graphqlExtensions, maskErrors, withCode } from './errors.ts'
import { graphiqlRoutes } from './graphiql.ts'
import { readJson } from '../http/read-body.ts'

/** Each rejects the whole operation before it runs. */
const limits = new EnvelopArmor({
  maxDepth: { n: 10, ignoreIntrospection: true },
  costLimit: { maxCost: 50_000, ignoreIntrospection: true },
  maxAliases: { n: 15 },
  maxDirectives: { n: 20 },
  maxTokens: { n: 1_500 },
  blockFieldSuggestion: { enabled: false }, // staff keep their hints; `ownErrors` takes them from everybody else
})

/** `POST /graphql` runs operations, `GET /graphql` is GraphiQL, and there is nothing else. */
export function graphqlRoutes(deps: Deps, schema: GraphQLSchema) {
  const yoga = createYoga<Context>({
    schema,
    maskedErrors: { maskError: maskErrors(deps.log) },
    logging: false,
    graphiql: false,
    landingPage: false,
    cors: false, // our own pages only
    multipart: false,
    batching: false,
    plugins: [...limits.protect().plugins, schemaForStaff, ownErrors],
  })
  return new Hono<AppEnv>().route('/', graphiqlRoutes()).post('/graphql', async (c) => {
    const context = c.get('context')
    const operation = await readOperation(c.req.raw, can(context.viewer, 'page:edit') ? wholePage : undefined)
    if (maySubscribe(operation)) {
      const toError = (error: GraphQLError) => withCode(error, { hints: can(context.viewer, 'schema:read') })
      const events = await answerSubscription(yoga, operation, c, toError)
      if (events) return events
    }
    const answer = await yoga.fetch(jsonRequest(c.req.raw, operation), context)
    // Read to its end: Yoga's own stream breaks the process when the client leaves in the middle of it.
    const type = answer.headers.get('content-type') ?? jsonType
    const headers = { 'content-type': type, 'cache-control': 'no-store' }
    return new Response(await answer.text(), { status: answer.status, headers })
  })
}

const OperationBody = z.strictObject({
  query: z.string('Send the operation as text.'),
  operationName: z.string('Give the operation’s name.').nullish(),
  variables: z.record(z.string(), z.unknown(), 'Send the variables as an object.').nullish(),
  extensions: z.record(z.string(), z.unknown(), 'Send the extensions as an object.').nullish(),
})

/** Bytes; who edits pages sends a whole one. Everybody else is held to what a quote may weigh. */
const wholePage = 1024 * 1024

/** The whole rule against forged requests: only `application/json`, which no foreign form can send. */
async function readOperation(request: Request, bodyLimit?: number): Promise<Operation> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/json\s*(?:;|$)/i.test(type)) {
    throw new AppError('UNSUPPORTED', 'Send GraphQL as application/json.')
  }
  const body = await readJson(request, bodyLimit)
  if (Array.isArray(body)) throw new AppError('MALFORMED', 'Send one operation at a time.')
  if (typeof body !== 'object' || body === null) throw new AppError('MALFORMED', 'Send a JSON object with a query.')
  const operation = OperationBody.safeParse(body)
  if (!operation.success) {
    throw new AppError('MALFORMED', 'Send a JSON object with a query.', { fields: fieldErrors(operation.error) })
  }
  return operation.data
}

function jsonRequest({ url, headers }: Request, operation: Operation): Request {
  const accepted = { 'content-type': jsonType, accept: acceptedType(headers.get('accept')) }
  return new Request(url, { method: 'POST', headers: accepted, body: JSON.stringify(operation) })
}

const jsonType = 'application/json'
const graphqlType = 'application/graphql-response+json'
/** One whole answer, whatever else a client could take: only subscriptions are answered in parts. */
const acceptedType = (accept: string | null) => (accept?.includes(graphqlType) ? graphqlType : jsonType)

/** The schema is for staff: others get the same errors as at any other field. */
const schemaForStaff: Plugin<Context> = {
  onValidate({ addValidationRule, context }) {
    const { viewer } = context as unknown as Context
    if (viewer === null) addValidationRule(schemaNotForVisitors)
    else if (!can(viewer, 'schema:read')) addValidationRule(schemaNotForUsers)
  },
}

/** An error of GraphQL itself gets a code and the wrong part's name; its hints at the schema are for staff as well. */
const ownErrors: Plugin<Context> = {
  onResultProcess({ result, setResult, serverContext }) {
    if (!('errors' in result) || !result.errors) return
    const { viewer } = serverContext as unknown as Context
    const hints = can(viewer, 'schema:read')
    setResult({ ...result, errors: result.errors.map((error) => withCode(error, { hints })) })
  },
}

// Two rules with two names: Yoga remembers what it has validated by the names of the rules.
function schemaNotForVisitors(validation: ValidationContext): ASTVisitor {
  return rejectIntrospection(validation, new AppError('UNAUTHENTICATED', 'Please sign in.'))
}
function schemaNotForUsers(validation: ValidationContext): ASTVisitor {
  return rejectIntrospection(validation, new AppError('FORBIDDEN', 'Your role may not do that.'))
}

function rejectIntrospection(validation: ValidationContext, error: AppError): ASTVisitor {
  return {
    Field(node) {
      if (node.name.value !== '__schema' && node.name.value !== '__type') return
      validation.reportError(createGraphQLError(error.message, { nodes: [node], extensions: graphqlExtensions(error) }))
    },
  }
}
