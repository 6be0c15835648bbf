import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Config as ApiConfig } from '../graphql-api/src/config.ts'
import { Config as WorkerConfig } from '../worker/src/config.ts'
import { parseConfig } from '@kerbside/schema/config'
import { databaseUri, newRedisPrefix, redisUrl, useDatabase } from '@kerbside/schema/testing/database'
import { UserModel } from '@kerbside/schema/users/user.model'
import mongoose from 'mongoose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { requireBuilt, serverArguments } from './build/build-all.ts'
import { root } from './cli/folders.ts'
import { anyFreePort } from './services/ports.ts'
import { startChildProcess } from './services/child-process.ts'
import { layOut, readImage } from './testing/image-files.ts'

type Service = {
  build?: object
  environment?: Record<string, string | number>
  command?: string[]
  entrypoint?: string[]
  ports?: string[]
  networks?: string[]
  healthcheck?: { test: string[] | string }
  env_file?: string
}
type Compose = { services: Record<string, Service>; networks: Record<string, { internal?: boolean }> }

const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const operating = read('docs/operating.md')
const composeText = read('docker-compose.yml')
const compose = parse(composeText, { merge: true }) as Compose
const documents = operating + composeText
/** The services that run our image. */
const ours = Object.values(compose.services).filter(({ build }) => build)

/** What an operator must put into .env. */
const filledIn: Record<string, string> = {
  SITE_ADDRESS: 'quotes.example.com',
  JWT_SECRET: 'x'.repeat(32),
  METRICS_TOKEN: 'token',
  MONGO_PASSWORD: 'mongo-password',
  REDIS_PASSWORD: 'redis-password',
  SMTP_URL: 'smtps://user:password@mail.example.com',
  MAIL_FROM: 'Kerbside <quotes@example.com>',
}

/** As compose reads `${NAME}`, `${NAME:-otherwise}` and `${NAME:?message}`, the innermost first. */
function substitute(value: string | number): string {
  const text = String(value).replace(
    /\$\{(\w+)(?::([-?])([^${}]*))?\}/g,
    (_, name, kind, rest) => filledIn[name] ?? (kind === '-' ? rest : ''),
  )
  return text === String(value) ? text : substitute(text)
}

const environmentOf = (service: string) =>
  Object.fromEntries(
    Object.entries(compose.services[service]?.environment ?? {}).map(([name, value]) => [name, substitute(value)]),
  )

test.each([
  ['api', ApiConfig],
  ['worker', WorkerConfig],
] as const)('the configuration of %s starts it, and each variable is one that it reads', (service, config) => {
  const environment = environmentOf(service)
  expect(parseConfig(config, environment)).toMatchObject({
    KERBSIDE_ENV: 'production',
    MONGODB_URI: 'mongodb://kerbside:mongo-password@mongo:27017/kerbside?replicaSet=rs0&authSource=admin',
    REDIS_URL: 'redis://:redis-password@redis:6379',
  })
  expect(Object.keys(config.shape)).toEqual(expect.arrayContaining(Object.keys(environment)))
})

test('every optional setting in .env reaches api and worker', () => {
  expect(ours.map((service) => service.env_file)).toEqual(['.env', '.env'])
})

test('the proxy asks the api whether it is ready', () => {
  expect(read('docker/Caddyfile')).toMatch(/reverse_proxy api:4000 \{[^}]*\bhealth_uri \/readyz\b/)
})

const required = new Set([...composeText.matchAll(/\$\{(\w+):\?/g)].map(([, name = '']) => name))
const deploySteps = /## Deploying\n+```sh\n([\s\S]*?)```/.exec(operating)?.[1] ?? ''

test('the steps of deploying and .env.example name every variable that compose cannot do without, and the steps no other', () => {
  const [, named = ''] = /cp \.env\.example \.env\s+# set (.*)/.exec(deploySteps) ?? []
  expect(new Set(named.split(', '))).toEqual(required)
  expect(new Set(Object.keys(filledIn))).toEqual(required)
  for (const name of required) expect(read('.env.example')).toMatch(new RegExp(`^${name}=`, 'm'))
})

test('the image and compose run the servers as npm start does', () => {
  const command = (folder: 'graphql-api' | 'worker') => [
    'node',
    ...serverArguments(folder).map((each) => (path.isAbsolute(each) ? path.relative(root, each) : each)),
  ]
  const { api, worker } = compose.services
  expect([api?.command, worker?.command]).toEqual([command('graphql-api'), command('worker')])
  const [, inImage = '[]'] = /^CMD (.*)$/m.exec(read('docker/Dockerfile')) ?? []
  expect(JSON.parse(inImage)).toEqual(command('graphql-api'))
})

test('every variable of the compose file stands in .env.example', () => {
  const named = [...composeText.matchAll(/(?<!\$)\$\{(\w+)/g)].map(([, name = '']) => name)
  for (const name of named) expect(read('.env.example')).toMatch(new RegExp(`^(# )?${name}=`, 'm'))
})

test('docs/configuration.md lists what api and worker read: every variable and no other', () => {
  const rows = read('docs/configuration.md')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
  const listed = (who: string[]) =>
    rows.flatMap((row) => {
      const [, names = '', reader = ''] = row.split('|').map((cell) => cell.trim())
      return who.includes(reader) ? [...names.matchAll(/`(\w+)`/g)].map(([, name]) => name) : []
    })
  expect(new Set(listed(['both', 'api']))).toEqual(new Set(Object.keys(ApiConfig.shape)))
  expect(new Set(listed(['both', 'worker']))).toEqual(new Set(Object.keys(WorkerConfig.shape)))
  expect(rows.length).toBe(rows.filter((row) => /\| (both|api|worker) +\|/.test(row)).length)
})

test('only the proxy can be reached from outside, and it cannot reach the databases', () => {
  const open = Object.entries(compose.services).filter(([, { ports }]) => ports)
  expect(open.map(([name]) => name)).toEqual(['proxy'])
  for (const name of ['mongo', 'redis']) expect(compose.services[name]?.networks).toEqual(['databases'])
  expect(compose.networks['databases']).toEqual({ internal: true })
  expect(compose.services['proxy']?.networks ?? ['default']).toEqual(['default'])
})

test('MongoDB and Redis ask for a password, and Redis keeps what it was given', () => {
  const { mongo, redis } = compose.services
  expect(environmentOf('mongo')).toMatchObject({ MONGO_INITDB_ROOT_PASSWORD: 'mongo-password' })
  expect(mongo?.command?.join(' ')).toContain('--replSet rs0 --keyFile')
  const command = redis?.command?.map(substitute).join(' ')
  expect(command).toContain('--requirepass redis-password')
  expect(command).toContain('--appendonly yes')
  expect(command).toContain('--maxmemory-policy noeviction')
})

test('MongoDB starts a second time: the key of the last start is removed before a new one is written', () => {
  const lines =
    compose.services['mongo']?.entrypoint
      ?.join('\n')
      .split('\n')
      .map((line) => line.trim()) ?? []
  const written = lines.findIndex((line) => line.endsWith('> /tmp/key'))
  expect(written).toBeGreaterThan(0)
  expect(lines.slice(0, written)).toContain('rm -f /tmp/key')
})

// The image cannot be built here. What it would hold is worked out and laid out in a folder, and runs there.

useDatabase()
let app = ''
let files: ReturnType<typeof readImage>
beforeAll(() => {
  requireBuilt()
  files = readImage()
  app = mkdtempSync(path.join(os.tmpdir(), 'kerbside-image-'))
  layOut(files.files, app)
})
afterAll(() => rmSync(app, { recursive: true, force: true }))

test('the image holds what compose and the documents run in it, and runs as nobody special', () => {
  expect(files.user).toBe('node')
  for (const { command = [], healthcheck } of ours) {
    for (const words of [command, [healthcheck?.test].flat()]) {
      const program = words.find((word) => /\.m?js$/.test(word ?? ''))
      expect([...files.files.keys()]).toContain(program)
    }
  }
  const scripts = [...documents.matchAll(/docker compose (?:exec|run --rm) api npm run ([\w-]+)/g)]
  expect(scripts.length).toBeGreaterThan(0)
  const manifest = JSON.parse(readFileSync(path.join(app, 'package.json'), 'utf8')) as { scripts: object }
  for (const [, script = ''] of scripts) {
    expect(manifest.scripts).toHaveProperty(script, `node tools/run.mjs ${script}`)
    expect([...files.files.keys()]).toContain(`graphql-api/dist/${script}.js`)
  }
})

/** A program of the image with what the container would have, `input` typed in. */
async function inImage(command: string, args: string[], env: Record<string, string>, input = '') {
  const child = spawn(command, args, { cwd: app, env: { PATH: process.env['PATH'], ...env }, stdio: 'pipe' })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (output += data.toString()))
  child.stdin.end(input)
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve))
  return { code, output }
}

/** What npm runs, without npm itself, which takes longer than the command. */
const inCommand = ([script = '', , ...args]: string[], env: Record<string, string>, input = '') =>
  inImage(process.execPath, ['tools/run.mjs', script, ...args], env, input)

test('in the image, npm run create-admin makes an admin, who signs in at the image’s api', async () => {
  const uri = { MONGODB_URI: databaseUri() }
  const args = ['run', 'create-admin', '--', 'boss@kerbside.test', 'The', 'Boss']
  const created = await inImage('npm', args, uri, 'a password of the boss\n')
  expect(created).toMatchObject({ code: 0, output: expect.stringContaining('The Boss <boss@kerbside.test>') })
  expect(await inCommand(args.slice(1), uri, 'a password of the boss\n')).toMatchObject({ code: 1 })

  const port = String(await anyFreePort())
  const services = { ...uri, REDIS_URL: redisUrl(), REDIS_PREFIX: newRedisPrefix() }
  const places = {
    HOST: '127.0.0.1',
    PORT: port,
    DATA_DIR: path.join(app, '.data'),
    PWA_DIST: path.join(app, 'pwa/dist'),
  }
  const env = { PATH: process.env['PATH'], ...environmentOf('api'), ...services, ...places }
  const api = startChildProcess({
    command: process.execPath,
    args: ['graphql-api/dist/main.js'],
    cwd: app,
    env,
    stopSignal: 'SIGTERM',
  })
  try {
    const address = `http://127.0.0.1:${port}/readyz`
    const health = async () => (await inImage(process.execPath, ['docker/health.mjs', address], {})).code
    expect(await health()).toBe(1)
    while ((await fetch(address).catch(() => null))?.status !== 200) {
      if (api.exit()) throw new Error(api.output())
      await sleep(50)
    }
    expect(await health()).toBe(0)
    const answer = await fetch(`http://127.0.0.1:${port}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'boss@kerbside.test', password: 'a password of the boss' }),
    })
    expect([answer.status, await answer.json()]).toMatchObject([200, { user: { name: 'The Boss', role_id: 1 } }])
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toContain('id="quote-form"')
  } finally {
    await api.stop()
  }
})

test('in the image, npm run reset-two-step lets a lone admin sign in with the password alone again', async () => {
  const email = 'lost@kerbside.test'
  await UserModel.create({ name: 'Lou', email, role: 'admin', passwordHash: 'none', twoStepEnabledAt: new Date() })
  const reset = () => inImage('npm', ['run', 'reset-two-step', '--', email], { MONGODB_URI: databaseUri() })
  expect(await reset()).toMatchObject({ code: 0, output: expect.stringContaining('Lou <lost@kerbside.test>') })
  expect(await UserModel.findOne({ email }).lean()).toMatchObject({ twoStepEnabledAt: null, credentialsVersion: 1 })
  expect(await reset()).toMatchObject({ code: 1, output: expect.stringContaining('is off already') })
})

test('in the image, npm run backup and npm run restore carry the database over to another one', async () => {
  await UserModel.create({ name: 'Ann', email: 'ann@kerbside.test', role: 'user', passwordHash: 'none' })
  const other = `${mongoose.connection.name}-restored`
  const env = (name: string) => ({ MONGODB_URI: databaseUri(name) })
  const backup = await inImage('npm', ['run', 'backup'], env(mongoose.connection.name))
  expect(backup).toMatchObject({ code: 0, output: expect.stringMatching(/backups\/\S+ holds \d+ documents/) })
  const [folder = ''] = /backups\/\S+/.exec(backup.output) ?? []
  const restored = await inImage('npm', ['run', 'restore', '--', folder], env(other))
  expect(restored).toMatchObject({ code: 0, output: expect.stringContaining(`Restored ${other}`) })
  const again = await inCommand(['restore', '--', folder], env(other))
  expect(again).toMatchObject({ code: 1, output: expect.stringContaining('is not empty (counters, users)') })
  const database = mongoose.connection.getClient().db(other)
  expect(await database.collection('users').distinct('email')).toEqual(['ann@kerbside.test'])
  await database.dropDatabase()
})
