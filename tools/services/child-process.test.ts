import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { run } from '../cli/run-program.ts'
import { isAlive, startChildProcess, stopLeftOver, type ChildProcessOptions } from './child-process.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'kerbside-process-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const node = (script: string, more: Partial<ChildProcessOptions> = {}) =>
  startChildProcess({ command: process.execPath, args: ['-e', script], stopSignal: 'SIGTERM', ...more })

async function until(condition: () => boolean): Promise<void> {
  for (let tries = 0; !condition() && tries < 1_500; tries++) await sleep(20)
  expect(condition()).toBe(true)
}

test('a process is asked to finish, and what it printed is kept', async () => {
  const script =
    "process.on('SIGTERM', () => { console.log('bye'); process.exit(0) }); console.log('up'); setInterval(() => {}, 1e6)"
  const running = node(script)
  await until(() => running.output().includes('up'))
  expect(running.exit()).toBeUndefined()
  expect(await running.stop()).toEqual({ code: 0, signal: null })
  await until(() => running.output().includes('bye'))
})

test('a process that does not listen is killed after its time', async () => {
  const running = node("process.on('SIGTERM', () => {}); console.log('up'); setInterval(() => {}, 1e6)", {
    timeout: 200,
  })
  await until(() => running.output().includes('up'))
  expect(await running.stop()).toEqual({ code: null, signal: 'SIGKILL' })
})

test('a program that is not there is an exit, not an exception', async () => {
  const running = startChildProcess({ command: '/nowhere/at-all', args: [], stopSignal: 'SIGTERM' })
  expect(await running.exited).toEqual({ code: -1, signal: null })
  expect(running.output()).toContain('ENOENT')
})

test('when we are killed, a watchdog stops what we started', async () => {
  const module = path.join(import.meta.dirname, 'child-process.ts')
  const killed = `
    const { startChildProcess } = await import(${JSON.stringify(module)})
    const { pid } = startChildProcess({ command: process.execPath, args: ['-e', 'setInterval(() => {}, 1e6)'], stopSignal: 'SIGTERM' })
    console.log(pid)
    process.kill(process.pid, 'SIGKILL')`
  const { output } = await run(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', killed])
  const pid = Number(output.trim())
  expect(pid).toBeGreaterThan(1)
  await until(() => !isAlive(pid))
})

test('a server left over by a killed start is stopped, a stranger with its number is not', async () => {
  const pidFile = path.join(folder, 'server.pid')
  const left = node('setInterval(() => {}, 1e6)', { pidFile })
  await stopLeftOver(pidFile, 'SIGTERM')
  expect((await left.exited).signal).toBe('SIGTERM')
  expect(existsSync(pidFile)).toBe(false)
  writeFileSync(pidFile, JSON.stringify({ pid: process.pid, startedAt: 'long ago' }))
  await stopLeftOver(pidFile, 'SIGTERM')
  expect(existsSync(pidFile)).toBe(false)
})
