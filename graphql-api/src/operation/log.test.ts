import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'

/** Writes its last lines and ends, once it is told to. */
const server = `
  import { logDestination } from '@kerbside/schema/config'
  import { pino } from 'pino'
  const log = pino(pino.destination(logDestination))
  process.stdin.once('data', () => {
    log.info('stopping')
    log.info('stopped')
    process.exit(3)
  })
  log.info('started')`

test('a server ends although whoever read its output is gone', async () => {
  const args = ['--import', 'tsx', '--input-type=module', '--eval', server]
  const child = spawn(process.execPath, args, { cwd: import.meta.dirname, stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  await once(child.stdout, 'data')
  child.stdout.destroy()
  await once(child.stdout, 'close')
  child.stdin.write('stop')
  const timer = setTimeout(() => child.kill('SIGKILL'), 5_000)
  expect(await ended).toEqual([3, null])
  clearTimeout(timer)
})
