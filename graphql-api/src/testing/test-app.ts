import { newRedisPrefix, redisUrl, useDatabase } from '@kerbside/schema/testing/database'
import { SessionModel } from '@kerbside/schema/users/session.model'
import type { Role } from '@kerbside/schema/users/user'
import { UserModel, type UserRecord } from '@kerbside/schema/users/user.model'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { afterAll, beforeAll } from 'vitest'
import { createApp } from '../app.ts'
import { signToken } from '../users/credentials.ts'
import { Config } from '../config.ts'
import { createDeps } from '../create-deps.ts'
import type { Context, Deps } from '../deps.ts'
import { createServer, stopServer } from '../http/server.ts'

export const testSecret = 'a-secret-of-tests-that-is-long-enough'

export function testConfig(changes: Record<string, string> = {}): Config {
  return Config.parse({
    KERBSIDE_ENV: 'test',
    MONGODB_URI: 'mongodb://unused',
    REDIS_URL: redisUrl(),
    REDIS_PREFIX: newRedisPrefix(),
    PUBLIC_URL: 'http://kerbside.test',
    JWT_SECRET: testSecret,
    LOG_LEVEL: 'silent',
    ...changes,
  })
}

/** Tests look into answers freely. */
export type Json = ReturnType<typeof JSON.parse>
/** `body` is the parsed JSON, or the text when it is none; null when empty. */
export type TestAnswer = { status: number; headers: Headers; body: Json }
export type TestRequest = {
  body?: unknown
  token?: string | null
  headers?: Record<string, string>
  /** The address of the peer. */
  peer?: string
}

export type TestApp = ReturnType<typeof createTestApp>

/** The whole app on real services, called without a port. `changes` replaces parts of the world. */
export function createTestApp(config: Config = testConfig(), changes: Partial<Deps> = {}) {
  const { deps: real, close } = createDeps(config, pino({ level: config.LOG_LEVEL }))
  const deps: Deps = { ...real, ...changes }
  const app = createApp(deps)

  const send = async (url: string, init: RequestInit = {}, peer = '192.0.2.1'): Promise<Response> =>
    app.fetch(new Request(new URL(url, config.PUBLIC_URL), init), {
      incoming: { socket: { remoteAddress: peer } },
    } as never)

  const request = async (method: string, path: string, options: TestRequest = {}): Promise<TestAnswer> => {
    const { body, token, headers = {}, peer } = options
    const response = await send(
      path,
      {
        method,
        headers: {
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(token && { authorization: `Bearer ${token}` }),
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      },
      peer,
    )
    return { status: response.status, headers: response.headers, body: parseText(await response.text()) }
  }

  const graphql = async (query: string, variables: object = {}, token: string | null = null) =>
    (await request('POST', '/graphql', { body: { query, variables }, token })).body as {
      data?: Json
      errors?: { message: string; path?: (string | number)[]; extensions: Record<string, unknown> }[]
    }

  /** The results of a subscription as they arrive; `leave` hangs up. */
  const subscribe = async (query: string, token: string | null = null) => {
    const response = await send('/graphql', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'text/event-stream',
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ query }),
    })
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    const leave = async () => reader?.cancel()
    return { response, results: serverSentResults(reader), leave }
  }

  /** A service's context, as if the request came from `viewer`. */
  const contextOf = (viewer: Context['viewer'] = null): Context => ({
    ...deps,
    viewer,
    client: { address: '192.0.2.1', requestId: 'request-1' },
  })

  return { app, deps, config, send, request, graphql, subscribe, contextOf, close }
}

/** What a subscription sends, until its end. */
export async function* serverSentResults(reader?: ReadableStreamDefaultReader<string>): AsyncGenerator<Json> {
  let text = ''
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    text += part.value
    const messages = text.split('\n\n')
    text = messages.pop() ?? ''
    for (const message of messages) {
      if (message.startsWith('event: next\n')) yield JSON.parse(message.slice(message.indexOf('data: ') + 6))
      if (message.startsWith('event: complete\n')) return
    }
  }
}

function parseText(text: string): Json {
  if (text === '') return null
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/**
 * A database and an app for one test file; `changes` are of its configuration. Redis is connected before the first test.
 * What `fixtures` stores is there in each test.
 */
export function useTestApp(
  changes: Record<string, string> = {},
  world: Partial<Deps> = {},
  fixtures?: (app: TestApp) => Promise<unknown>,
): TestApp {
  const app = createTestApp(testConfig(changes), world)
  useDatabase(fixtures && (() => fixtures(app)))
  beforeAll(async () => {
    if (app.deps.redis.status !== 'ready') await once(app.deps.redis, 'ready')
  })
  afterAll(() => app.close())
  return app
}

/** The origin of the app on a port of its own, for tests of what only a real connection does. */
export async function serveApp({ app }: TestApp): Promise<string> {
  const server = createServer(app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => stopServer(server))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A stored user. No password signs it in unless `passwordHash` is given. */
export async function createUser(role: Role, changes: Partial<UserRecord> = {}): Promise<UserRecord> {
  const user = await UserModel.create({
    name: `The ${role}`,
    email: `${role}-${crypto.randomUUID().slice(0, 8)}@kerbside.test`,
    role,
    passwordHash: 'none',
    ...changes,
  })
  return user.toObject()
}

/** A bearer token of a new user of this role. */
export async function signInAs(role: Role, now = new Date()): Promise<string> {
  return (await createSession(await createUser(role), now)).token
}

/** A session as signing in makes it, and who it belongs to, for calling a service directly. */
export async function createSession(user: UserRecord, now = new Date()) {
  const session = await SessionModel.create({
    _id: crypto.randomUUID(),
    userId: user._id,
    credentialsVersion: user.credentialsVersion,
    seed: 'none',
    rotatedAt: now,
    createdAt: now,
    expiresAt: new Date(now.getTime() + 86_400_000),
  })
  const { _id, role, name, email } = user
  const viewer = { id: String(_id), role, name, email, sessionId: session._id }
  const token = await signToken(testSecret, { userId: viewer.id, sessionId: session._id, role }, now)
  return { token, viewer }
}
