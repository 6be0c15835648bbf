import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Config as ApiConfig } from '../graphql-api/src/config.ts'
import { Config as WorkerConfig } from '../worker/src/config.ts'
import { parseConfig } from '@kerbside/schema/config'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { root } from './folders.ts'

type Compose = {
  services: Record<string, { environment?: Record<string, string | number>; command?: string[]; ports?: string[] }>
}

const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const compose = parse(read('docker-compose.yml'), { merge: true }) as Compose

/** What an operator must put into .env. */
const filledIn: Record<string, string> = {
  SITE_ADDRESS: 'quotes.example.com',
  JWT_SECRET: 'x'.repeat(32),
  METRICS_TOKEN: 'token',
  SMTP_URL: 'smtps://user:password@mail.example.com',
  MAIL_FROM: 'Kerbside <quotes@example.com>',
}

/** As compose reads `${NAME}`, `${NAME:-otherwise}` and `${NAME:?message}`. */
const substitute = (value: string | number) =>
  String(value).replace(
    /\$\{(\w+)(?::([-?])([^}]*))?\}/g,
    (_, name, kind, rest) => filledIn[name] ?? (kind === '-' ? rest : ''),
  )

const environmentOf = (service: string) =>
  Object.fromEntries(
    Object.entries(compose.services[service]?.environment ?? {}).map(([name, value]) => [name, substitute(value)]),
  )

test.each([
  ['api', ApiConfig],
  ['worker', WorkerConfig],
] as const)('the configuration of %s starts it, and each variable is one that it reads', (service, config) => {
  const environment = environmentOf(service)
  expect(parseConfig(config, environment)).toMatchObject({ KERBSIDE_ENV: 'production' })
  expect(Object.keys(config.shape)).toEqual(expect.arrayContaining(Object.keys(environment)))
})

test('every variable of the compose file stands in .env.example', () => {
  const named = [...read('docker-compose.yml').matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name)
  const example = read('.env.example')
  for (const name of named) expect(example).toMatch(new RegExp(`^(# )?${name}=`, 'm'))
})

test('only the proxy can be reached from outside', () => {
  const open = Object.entries(compose.services).filter(([, { ports }]) => ports)
  expect(open.map(([name]) => name)).toEqual(['proxy'])
})

test('Redis keeps what it was given', () => {
  const command = compose.services.redis?.command?.join(' ')
  expect(command).toContain('--appendonly yes')
  expect(command).toContain('--maxmemory-policy noeviction')
})
