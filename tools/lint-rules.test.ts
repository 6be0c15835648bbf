import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from './cli/folders.ts'
import { run } from './cli/run-program.ts'

// A rule whose pattern has a slip matches nothing, in silence. So each one is shown a file it must reject, and a
// neighbour it must accept, at the places where such files stand.

type Case = { file: string; code: string }

const restricted = 'no-restricted-imports'
const bad: (Case & { rule: string })[] = [
  // pwa → the pure half of schema only
  { rule: restricted, file: 'pwa/src/leads/a.ts', code: "import '@kerbside/schema/leads/lead.model'" },
  { rule: restricted, file: 'pwa/src/leads/b.ts', code: "import '../../../schema/src/leads/lead.model.ts'" },
  { rule: restricted, file: 'pwa/src/leads/c.tsx', code: "import '@kerbside/schema/events/event.queue'" },
  { rule: restricted, file: 'pwa/src/leads/d.ts', code: "import mongoose from 'mongoose'\nvoid mongoose" },
  { rule: restricted, file: 'pwa/src/leads/e.ts', code: "import type { Queue } from 'bullmq'\nexport type Q = Queue" },
  // resolvers and routes → services
  { rule: restricted, file: 'graphql-api/src/leads/c.graphql.ts', code: "import '@kerbside/schema/leads/lead.model'" },
  { rule: restricted, file: 'graphql-api/src/leads/d.rest.ts', code: "import '@kerbside/schema/leads/lead.model'" },
  { rule: restricted, file: 'graphql-api/src/leads/e.rest.ts', code: "import '@kerbside/schema/events/event.queue'" },
  { rule: restricted, file: 'graphql-api/src/leads/f.graphql.ts', code: "import 'bullmq'" },
  // the pure files of schema → no server package
  { rule: restricted, file: 'schema/src/leads/b.ts', code: "import './b.model.ts'" },
  { rule: restricted, file: 'schema/src/leads/c.ts', code: "import 'mongoose'" },
  { rule: restricted, file: 'schema/src/leads/d.ts', code: "import '../events/event.queue.ts'" },
  { rule: restricted, file: 'schema/src/leads/e.jobs.ts', code: "import 'bullmq'" },
  // the environment is read in one place
  { rule: 'no-process-env', file: 'graphql-api/src/leads/h.service.ts', code: 'export const a = process.env.A' },
  { rule: 'no-process-env', file: 'schema/src/f.ts', code: 'export const a = process.env.A' },
  { rule: 'no-process-env', file: 'worker/src/leads/c.ts', code: 'export const a = process.env.A' },
  // nothing slips past the types or the tests
  { rule: 'no-explicit-any', file: 'pwa/src/leads/j.ts', code: 'export const a = (b: any) => b' },
  { rule: 'no-console', file: 'worker/src/leads/d.ts', code: "console.log('a')" },
  {
    rule: 'no-restricted-vi-methods',
    file: 'worker/src/a.test.ts',
    code: "import { vi } from 'vitest'\nvi.mock('./a')",
  },
  {
    rule: 'no-disabled-tests',
    file: 'worker/src/b.test.ts',
    code: "import { test } from 'vitest'\ntest.skip('a', () => {})",
  },
  { rule: 'ban-ts-comment', file: 'schema/src/g.ts', code: '// @ts-ignore\nexport const a: string = 1' },
  {
    rule: 'no-cycle',
    file: 'schema/src/circle-a.ts',
    code: "import type { B } from './circle-b.ts'\nexport type A = B | 1",
  },
  {
    rule: 'no-cycle',
    file: 'schema/src/circle-b.ts',
    code: "import type { A } from './circle-a.ts'\nexport type B = A | 2",
  },
  { rule: 'no-default-export', file: 'schema/src/h.ts', code: 'export default 1' },
  { rule: 'filename-case', file: 'schema/src/notKebab.ts', code: 'export const a = 1' },
]

const good: Case[] = [
  { file: 'pwa/src/leads/fine.ts', code: "import '@kerbside/schema/leads/lead'\nimport './service-worker.ts'" },
  { file: 'pwa/e2e/fine.e2e.ts', code: "import '@kerbside/schema/leads/lead.model'\nexport const a = process.env.A" },
  {
    file: 'graphql-api/src/leads/fine.service.ts',
    code: "import '@kerbside/schema/leads/lead.model'\nimport 'bullmq'",
  },
  {
    file: 'graphql-api/src/leads/fine.rest.ts',
    code: "import './leads.service.ts'\nimport '@kerbside/schema/leads/lead'",
  },
  { file: 'graphql-api/src/main.ts', code: 'export const a = process.env.A' },
  { file: 'graphql-api/src/commands/fine.ts', code: 'console.log(process.env.A)' },
  { file: 'worker/src/leads/fine.ts', code: "import '@kerbside/schema/leads/lead.model'\nimport 'bullmq'" },
  { file: 'schema/src/leads/fine.ts', code: "import './lead.ts'\nimport 'zod'" },
  {
    file: 'schema/src/leads/fine.model.ts',
    code: "import mongoose from 'mongoose'\nimport './lead.model.ts'\nvoid mongoose",
  },
  { file: 'schema/src/leads/fine.test.ts', code: "import './lead.model.ts'" },
  { file: 'schema/src/testing/fine.ts', code: "import '../leads/lead.model.ts'\nexport const a = process.env.A" },
  { file: 'tools/fine.ts', code: "import '../graphql-api/src/app.ts'\nconsole.log(process.env.A)" },
  { file: 'pwa/vite.config.ts', code: 'export default {}' },
]

let folder = ''
let found: { code: string; filename: string }[] = []

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'kerbside-lint-')))
  for (const { file, code } of [...bad, ...good]) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    writeFileSync(path.join(folder, file), `${code}\n`)
  }
  const config = JSON.parse(readFileSync(path.join(root, '.oxlintrc.json'), 'utf8'))
  // These files import what is not there, so there are no types to ask.
  writeFileSync(path.join(folder, '.oxlintrc.json'), JSON.stringify({ ...config, options: {} }))
  const oxlint = path.join(root, 'node_modules/oxlint/bin/oxlint')
  const { output } = await run(process.execPath, [oxlint, '-f', 'json', '.'], { cwd: folder })
  found = JSON.parse(output).diagnostics
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const rulesAgainst = (file: string) => found.filter(({ filename }) => filename.endsWith(file)).map(({ code }) => code)

test.each(bad)('$rule rejects $file: $code', ({ rule, file }) => {
  expect(rulesAgainst(file)).toEqual(expect.arrayContaining([expect.stringContaining(`(${rule})`)]))
})

test.each(good)('nothing is wrong with $file: $code', ({ file }) => {
  expect(rulesAgainst(file)).toEqual([])
})
