// npm run dev: as npm start, but the servers restart and the web app is rebuilt when you save.
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { buildAll, viteProgram } from './build/build-all.ts'
import { dataFolder, root } from './folders.ts'
import { keepRunning } from './local/keep-running.ts'
import { chooseLocalPorts } from './local/local-ports.ts'
import { openLogFile } from './local/log-file.ts'
import { takeLock } from './local/running-lock.ts'
import { summary } from './local/summary.ts'
import { startSystem, type ServerName } from './local/system.ts'
import { runTool } from './run-tool.ts'
import { seedOnce } from './seed/seed-once.ts'
import { startOwnProcess } from './services/child-process.ts'
import { stopRequested } from './stop-request.ts'

const say = (line: string) => console.log(line)
const tsx = path.join(root, 'node_modules/tsx/dist/cli.mjs')

/** The api reads the web app's renderer once, at its start: so a new one restarts it too. */
function watchArgs(name: ServerName): string[] {
  const include = name === 'graphql-api' ? ['--include', path.join(root, 'pwa/dist/server/*.js')] : []
  return [tsx, 'watch', '--clear-screen=false', ...include, 'src/main.ts']
}

/** Rebuilds one half of the web app on change; what it says about faults is shown. */
function rebuild(name: string, args: string[], logs: string) {
  const log = openLogFile(path.join(logs, `${name.replaceAll(' ', '-')}.log`))
  const onOutput = (text: string) => {
    log.write(text)
    if (/error/i.test(text)) say(`${name}: ${text.trim()}`)
  }
  const start = async () =>
    startOwnProcess({
      command: process.execPath,
      args: [viteProgram, 'build', '--watch', ...args],
      cwd: path.join(root, 'pwa'),
      env: { ...process.env, NODE_ENV: 'production' },
      stopSignal: 'SIGTERM',
      onOutput,
    })
  return keepRunning({ name, start }, say)
}

await runTool(async () => {
  const dataDir = dataFolder()
  mkdirSync(dataDir, { recursive: true })
  const lock = takeLock(dataDir)
  const stop = stopRequested(() => lock.release())
  try {
    const ports = await chooseLocalPorts(process.env, say)
    await buildAll(say)
    const prepare = ({ mongoUri }: { mongoUri: string }) => seedOnce(mongoUri, say)
    const system = await startSystem({ dataDir, ports, say, prepare, serverArgs: watchArgs })
    const logs = path.join(dataDir, 'logs')
    const browser = await rebuild('web app', [], logs)
    const renderer = await rebuild('page renderer', ['--ssr', 'src/entry-server.tsx', '--outDir', 'dist/server'], logs)
    lock.publish(system)
    say(summary(system, dataDir))
    await stop.asked
    say('\nStopping …')
    await Promise.all([browser.stop(), renderer.stop()])
    await system.stop()
  } finally {
    lock.release()
  }
})
