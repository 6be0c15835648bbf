import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { CliError, type Print } from '../cli/command.ts'
import { root } from '../cli/folders.ts'
import { run } from '../cli/run-program.ts'

type Target = { name: string; folder: string; sources: string[]; steps: string[][] }

const shared = ['schema', 'package-lock.json', 'tsconfig.json']

const targets: Target[] = [
  {
    name: 'web app',
    folder: 'pwa',
    sources: ['pwa', ...shared],
    steps: [
      ['build'],
      ['build', '--ssr', 'src/entry-server.tsx', '--outDir', 'dist/server'],
      ['build', '--mode', 'firm'],
    ],
  },
  { name: 'api', folder: 'graphql-api', sources: ['graphql-api', ...shared], steps: [['build']] },
  { name: 'worker', folder: 'worker', sources: ['worker', ...shared], steps: [['build']] },
]

export const viteProgram = path.join(root, 'node_modules/vite/bin/vite.js')
export const builtMain = (folder: 'graphql-api' | 'worker') => path.join(root, folder, 'dist/main.js')

/**
 * The arguments with which Node runs a built server. An api has some 85 MB in use under load. With a limit of a few times
 * that V8 clears up the rest; with its own limit, 4 GB on many machines, it grows to 400 MB before it does. That costs a
 * list a tenth of its pages a second. V8 would shrink the space for new objects with the limit, which costs a public page
 * two in ten more and doubles its p99, so that space has the size it has without (16 MB).
 */
export const serverArguments = (folder: 'graphql-api' | 'worker'): string[] => [
  '--enable-source-maps',
  ...(folder === 'graphql-api' ? ['--max-old-space-size=512', '--max-semi-space-size=16'] : []),
  builtMain(folder),
]
export const builtWebApp = path.join(root, 'pwa/dist')

/** Builds what changed since its last build; with nothing changed it only reads the sources. */
export async function buildAll(print: Print, { force = false } = {}): Promise<void> {
  const stale = force ? targets : targets.filter(isStale)
  if (stale.length === 0) return
  const started = Date.now()
  print(`Building ${stale.map(({ name }) => name).join(', ')} …`)
  // The web app takes longest; the two servers fit beside it on two cores.
  const isWebApp = ({ folder }: Target) => folder === 'pwa'
  const both = [stale.filter(isWebApp), stale.filter((target) => !isWebApp(target))]
  const results = await Promise.allSettled(both.map(inTurn))
  const failed = results.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
  print(`Built in ${((Date.now() - started) / 1000).toFixed(1)} s.`)
}

/** For tests of what was built: says what to do when there is no build of the sources as they are now. */
export function requireBuilt(): void {
  const stale = targets.filter(isStale)
  if (stale.length === 0) return
  throw new Error(`No build of the present ${stale.map(({ name }) => name).join(', ')}: run npm run build first.`)
}

const stampFile = (folder: string) => path.join(root, folder, 'dist/.stamp')

function isStale({ folder, sources }: Target): boolean {
  const stamp = stampFile(folder)
  return !existsSync(stamp) || readFileSync(stamp, 'utf8') !== sourceHash(root, sources)
}

async function inTurn(stale: Target[]): Promise<void> {
  for (const target of stale) await build(target)
}

async function build({ name, folder, sources, steps }: Target): Promise<void> {
  const hash = sourceHash(root, sources) // before: what changes meanwhile is not in this build
  const stamp = stampFile(folder)
  rmSync(stamp, { force: true }) // a build that breaks off must not look finished
  for (const step of steps) {
    const options = { cwd: path.join(root, folder), env: { ...process.env, NODE_ENV: 'production' } }
    const { code, output } = await run(process.execPath, [viteProgram, ...step, '--logLevel', 'warn'], options)
    if (code !== 0) throw new CliError(`The ${name} could not be built:\n${withoutStack(output)}`)
  }
  mkdirSync(path.dirname(stamp), { recursive: true })
  writeFileSync(stamp, hash)
}

const withoutStack = (output: string) => output.replace(/^\s+at .*\n?/gm, '').trim()

const notSources = new Set(['node_modules', 'dist', 'e2e', 'coverage'])
const isTest = (name: string) => /\.(test|e2e)\.tsx?$/.test(name)

/** Changes whenever a file that a build reads changes; tests and build results do not count. */
export function sourceHash(root: string, places: readonly string[]): string {
  const hash = createHash('sha256').update(process.version)
  for (const place of places) {
    for (const file of filesBelow(path.join(root, place))) {
      hash
        .update(`${path.relative(root, file)}\0`)
        .update(readFileSync(file))
        .update('\0')
    }
  }
  return hash.digest('hex')
}

function filesBelow(place: string): string[] {
  if (!existsSync(place)) return []
  if (statSync(place).isFile()) return [place]
  return readdirSync(place, { withFileTypes: true })
    .filter(({ name }) => !notSources.has(name) && !isTest(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => filesBelow(path.join(place, entry.name)))
}
