// npm run dev: as npm start, but the servers restart and the web app is changed in the browser when you save. The service
// worker is off: what concerns it is tried with npm start.
import path from 'node:path'
import { viteProgram } from './build/build-all.ts'
import { runCommand } from './cli/command.ts'
import { root } from './cli/folders.ts'
import { keepRunning } from './local/keep-running.ts'
import { openLogFile } from './local/log-file.ts'
import { runLocally } from './local/run-locally.ts'
import { startWebAppServer } from './local/web-app-server.ts'
import { startChildProcess } from './services/child-process.ts'
import { choosePort } from './services/ports.ts'

const serverArgs = () => [
  path.join(root, 'node_modules/tsx/dist/cli.mjs'),
  'watch',
  '--clear-screen=false',
  'src/main.ts',
]

/** The script of a contractor's prices is a file of its own, which the api puts into a page: it is built again on change. */
function buildPriceScript(logs: string) {
  const log = openLogFile(path.join(logs, 'script-of-prices.log'))
  const onOutput = (text: string) => {
    log.write(text)
    if (/error/i.test(text)) console.log(`script of prices: ${text.trim()}`)
  }
  const start = async () =>
    startChildProcess({
      command: process.execPath,
      args: [viteProgram, 'build', '--watch', '--mode', 'firm'],
      cwd: path.join(root, 'pwa'),
      env: { ...process.env, NODE_ENV: 'production' },
      stopSignal: 'SIGTERM',
      onOutput,
    })
  return keepRunning({ name: 'script of prices', start }, console.log)
}

await runCommand(async () => {
  const port = await choosePort({ name: 'Vite', variable: 'VITE_PORT', fallback: 5173 }, process.env)
  const beside = async (logs: string) => [await startWebAppServer(port), await buildPriceScript(logs)]
  await runLocally({ serverArgs, beside, withoutBuild: true, env: { VITE_URL: `http://localhost:${port}` } })
})
