import { databaseUri } from '@kerbside/schema/testing/database'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { builtMain } from '../../../tools/build/build-all.ts'
import { testEnvironment } from './test-worker.ts'

/** The built worker in a process of its own. */
export function startWorkerProcess(changes: Record<string, string>) {
  const env = { ...process.env, ...testEnvironment({ MONGODB_URI: databaseUri(), WORKER_PORT: '0', ...changes }) }
  const child = spawn(process.execPath, [builtMain('worker')], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (output += data.toString()))
  const exited = once(child, 'exit')
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    await exited
    return child.exitCode
  }
  return {
    output: () => output,
    /** Like a power cut. */
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  }
}
