import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { CliError, type Print } from '../cli/command.ts'
import { root } from '../cli/folders.ts'
import { run } from '../cli/run-program.ts'
import { sourceHash } from './source-hash.ts'

type Target = { name: string; folder: string; sources: string[]; steps: string[][] }

const shared = ['schema', 'package-lock.json', 'tsconfig.json']

const targets: Target[] = [
  {
    name: 'web app',
    folder: 'pwa',
    sources: ['pwa', ...shared],
    steps: [['build'], ['build', '--ssr', 'src/entry-server.tsx', '--outDir', 'dist/server']],
  },
  { name: 'api', folder: 'graphql-api', sources: ['graphql-api', ...shared], steps: [['build']] },
  { name: 'worker', folder: 'worker', sources: ['worker', ...shared], steps: [['build']] },
]

export const viteProgram = path.join(root, 'node_modules/vite/bin/vite.js')
export const builtMain = (folder: 'graphql-api' | 'worker') => path.join(root, folder, 'dist/main.js')
export const builtWebApp = path.join(root, 'pwa/dist')

/** Builds what changed since its last build; with nothing changed it only reads the sources. */
export async function buildAll(print: Print, { force = false } = {}): Promise<void> {
  const stale = targets
    .map((target) => ({ target, hash: sourceHash(root, target.sources) }))
    .filter(({ target, hash }) => force || builtHash(target) !== hash)
  if (stale.length === 0) return
  const started = Date.now()
  print(`Building ${stale.map(({ target }) => target.name).join(', ')} …`)
  // The web app takes longest; the two servers fit beside it on two cores.
  const [webApp, servers] = [stale.filter(isWebApp), stale.filter((each) => !isWebApp(each))]
  const results = await Promise.allSettled([inTurn(webApp), inTurn(servers)])
  const failed = results.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
  print(`Built in ${((Date.now() - started) / 1000).toFixed(1)} s.`)
}

/** For tests of what was built: says what to do when there is no build of the sources as they are now. */
export function requireBuilt(): void {
  const stale = targets.filter((target) => builtHash(target) !== sourceHash(root, target.sources))
  if (stale.length === 0) return
  throw new Error(`No build of the present ${stale.map(({ name }) => name).join(', ')}: run npm run build first.`)
}

type Stale = { target: Target; hash: string }

const isWebApp = ({ target }: Stale) => target.folder === 'pwa'

async function inTurn(stale: Stale[]): Promise<void> {
  for (const { target, hash } of stale) await build(target, hash)
}

async function build({ name, folder, steps }: Target, hash: string): Promise<void> {
  const stamp = stampFile(folder)
  rmSync(stamp, { force: true }) // a build that breaks off must not look finished
  for (const step of steps) {
    const env = { ...process.env, NODE_ENV: 'production' }
    const { code, output } = await run(process.execPath, [viteProgram, ...step, '--logLevel', 'warn'], {
      cwd: path.join(root, folder),
      env,
    })
    if (code !== 0) throw new CliError(`The ${name} could not be built:\n${withoutStack(output)}`)
  }
  mkdirSync(path.dirname(stamp), { recursive: true })
  writeFileSync(stamp, hash)
}

const withoutStack = (output: string) =>
  output
    .split('\n')
    .filter((line) => !/^\s+at /.test(line))
    .join('\n')
    .trim()

const stampFile = (folder: string) => path.join(root, folder, 'dist/.stamp')

function builtHash({ folder }: Target): string | undefined {
  const stamp = stampFile(folder)
  return existsSync(stamp) ? readFileSync(stamp, 'utf8') : undefined
}
