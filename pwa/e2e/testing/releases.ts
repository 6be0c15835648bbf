import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { anyFreePort } from '../../../tools/services/ports.ts'
import { lane } from './site.ts'

const root = path.join(import.meta.dirname, '../../..')

/**
 * Releases of Kerbside that follow each other on one machine: each is an api of its own with another build of the web app.
 * Starting one ends the one before.
 */
export function useReleases() {
  const folder = mkdtempSync(path.join(tmpdir(), 'kerbside-releases-'))
  let end = async () => {}
  onTestFinished(async () => {
    await end()
    rmSync(folder, { recursive: true, force: true })
  })
  return {
    /** Returns where it answers. */
    async deploy(release: number): Promise<string> {
      const dist = path.join(folder, `release-${release}`)
      cpSync(path.join(root, 'pwa/dist'), dist, { recursive: true })
      renameAssets(path.join(dist, 'client'), release)
      const former = end
      const started = await startApi(dist, path.join(folder, 'data'))
      end = started.end
      await former()
      return started.url
    },
  }
}

/** Another build of the same source: every asset has another name, and every file that mentions it says so. */
function renameAssets(client: string, release: number): void {
  const files = readdirSync(client, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
  const names = new Map<string, string>()
  for (const file of files.filter((each) => each.includes('/assets/'))) {
    const [, name = '', hash = ''] = /^(.+)-([\w-]{8})\.\w+$/.exec(path.basename(file)) ?? []
    if (hash) names.set(`${name}-${hash}`, `${name}-${hash.slice(0, 6)}r${release}`)
  }
  const renamed = (text: string) => text.replace(/[\w.-]+-[\w-]{8}(?=\.)/g, (name) => names.get(name) ?? name)
  for (const file of files) {
    if (/\.(br|gz)$/.test(file)) rmSync(file)
    else {
      if (/\.(js|css|html)$/.test(file)) writeFileSync(file, renamed(readFileSync(file, 'utf8')))
      if (renamed(path.basename(file)) !== path.basename(file)) {
        renameSync(file, path.join(path.dirname(file), renamed(path.basename(file))))
      }
    }
  }
}

/** Far above what a start takes: on a machine with much else to do it has taken a minute. */
const longestStart = 150_000

async function startApi(dist: string, data: string) {
  const port = await anyFreePort()
  const env = {
    PATH: process.env['PATH'],
    NODE_ENV: 'production',
    KERBSIDE_ENV: 'demo',
    HOST: '127.0.0.1',
    PORT: String(port),
    MONGODB_URI: lane().mongoUri,
    REDIS_URL: lane().redisUrl,
    REDIS_PREFIX: lane().redisPrefix,
    JWT_SECRET: 'a-secret-of-tests-that-is-long-enough',
    RATE_LIMITS: 'off',
    PWA_DIST: dist,
    DATA_DIR: data,
  }
  const program = path.join(root, 'graphql-api/dist/main.js')
  const api = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [api.stdout, api.stderr]) {
    stream.on('data', (part: Buffer) => void (output = (output + part.toString()).slice(-2_000)))
  }
  const exited = once(api, 'exit')
  const url = `http://127.0.0.1:${port}`
  const end = async () => {
    api.kill('SIGTERM')
    await exited
  }
  const deadline = Date.now() + longestStart
  while (!(await isReady(url))) {
    if (api.exitCode !== null || api.signalCode !== null) throw new Error(`The api ended at its start:\n${output}`)
    if (Date.now() > deadline) {
      await end()
      throw new Error(`The api was not ready after ${longestStart} ms:\n${output}`)
    }
    await sleep(100)
  }
  return { url, end }
}

/** An answer that does not come is not waited for: it would hold up the next question. */
const isReady = (url: string) =>
  fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) }).then(
    async (response) => {
      await response.arrayBuffer()
      return response.ok
    },
    () => false,
  )
