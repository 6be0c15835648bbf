import { databaseUri } from '@kerbside/schema/testing/database'
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { build } from 'vite'
import { onTestFinished } from 'vitest'
import { root } from '../../../tools/cli/folders.ts'

/** `now`: the time on the matcher's clock; missing: the real one. */
export type MatchRequest = { ids: number[]; now?: string }

/** Bundles the program, as the worker is: for tsx to read its sources takes each process seconds. */
async function bundle(): Promise<string> {
  const folder = path.join(root, '.cache', `matcher-${crypto.randomUUID()}`)
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    ssr: { noExternal: [/^@kerbside\//] },
    build: {
      ssr: path.join(import.meta.dirname, 'matcher-process.ts'),
      outDir: folder,
      target: 'node20',
      minify: false,
      rolldownOptions: { output: { entryFileNames: 'matcher-process.js' } },
    },
  })
  return folder
}

/** Processes that match leads side by side, like several workers. They end with the test. */
export async function startMatchers(count: number) {
  const folder = await bundle()
  const program = path.join(folder, 'matcher-process.js')
  const env = { ...process.env, MONGODB_URI: databaseUri() }
  const matchers = Array.from({ length: count }, () => fork(program, { execArgv: [], env }))
  onTestFinished(async () => {
    await Promise.all(matchers.map(end))
    rmSync(folder, { recursive: true })
  })
  await Promise.all(matchers.map((matcher) => answerOf(matcher, 'ready')))
  /** Divides the leads among the processes and waits until all are matched. */
  return async (ids: readonly number[], now?: string) => {
    await Promise.all(
      matchers.map(async (matcher, index) => {
        const own = ids.filter((_, position) => position % count === index)
        const request: MatchRequest = { ids: own, ...(now !== undefined && { now }) }
        matcher.send(request)
        await answerOf(matcher, 'done')
      }),
    )
  }
}

async function answerOf(matcher: ChildProcess, wanted: string): Promise<void> {
  const [answer] = (await once(matcher, 'message')) as [unknown]
  if (answer !== wanted) throw new Error(`A matcher failed: ${String(answer)}`)
}

async function end(matcher: ChildProcess): Promise<void> {
  if (matcher.exitCode !== null || matcher.signalCode !== null) return
  const exited = once(matcher, 'exit')
  matcher.kill()
  await exited
}
