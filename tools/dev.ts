// npm run dev: as npm start, but the servers restart and the web app is rebuilt when you save.
import path from 'node:path'
import { viteProgram } from './build/build-all.ts'
import { runCommand } from './cli/command.ts'
import { root } from './cli/folders.ts'
import { keepRunning } from './local/keep-running.ts'
import { openLogFile } from './local/log-file.ts'
import { runLocally } from './local/run-locally.ts'
import type { ServerName } from './local/system.ts'
import { startChildProcess } from './services/child-process.ts'

const tsx = path.join(root, 'node_modules/tsx/dist/cli.mjs')

/** The api reads the web app's renderer once, at its start: so a new one restarts it too. */
function serverArgs(name: ServerName): string[] {
  const include = name === 'graphql-api' ? ['--include', path.join(root, 'pwa/dist/server/*.js')] : []
  return [tsx, 'watch', '--clear-screen=false', ...include, 'src/main.ts']
}

/** Rebuilds one half of the web app on change and prints the errors that Vite reports. */
function rebuild(name: string, args: string[], logs: string) {
  const log = openLogFile(path.join(logs, `${name.replaceAll(' ', '-')}.log`))
  const onOutput = (text: string) => {
    log.write(text)
    if (/error/i.test(text)) console.log(`${name}: ${text.trim()}`)
  }
  const start = async () =>
    startChildProcess({
      command: process.execPath,
      args: [viteProgram, 'build', '--watch', ...args],
      cwd: path.join(root, 'pwa'),
      env: { ...process.env, NODE_ENV: 'production' },
      stopSignal: 'SIGTERM',
      onOutput,
    })
  return keepRunning({ name, start }, console.log)
}

const renderer = ['--ssr', 'src/entry-server.tsx', '--outDir', 'dist/server']
const beside = async (logs: string) => [
  await rebuild('web app', [], logs),
  await rebuild('page renderer', renderer, logs),
  await rebuild('script of prices', ['--mode', 'firm'], logs),
]

await runCommand(() => runLocally({ serverArgs, beside }))
