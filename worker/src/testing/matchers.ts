import { databaseUri } from '@kerbside/schema/testing/database'
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { onTestFinished } from 'vitest'

/** `now`: the time on the matcher's clock; missing: the real one. */
export type MatchRequest = { ids: number[]; now?: string }

const program = path.resolve(import.meta.dirname, 'matcher-process.ts')

/** Processes that match leads side by side, like several workers. They end with the test. */
export async function startMatchers(count: number) {
  const matchers = Array.from({ length: count }, () =>
    fork(program, { execArgv: ['--import', 'tsx'], env: { ...process.env, MONGODB_URI: databaseUri() } }),
  )
  onTestFinished(async () => {
    await Promise.all(matchers.map(end))
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
