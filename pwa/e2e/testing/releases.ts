import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished } from 'vitest'
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

async function startApi(dist: string, data: string) {
  const port = await freePort()
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
  const api = spawn(process.execPath, [path.join(root, 'graphql-api/dist/main.js')], { env, stdio: 'ignore' })
  const exited = once(api, 'exit')
  const url = `http://127.0.0.1:${port}`
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  await expect.poll(isReady).toBe(true)
  const end = async () => {
    api.kill('SIGTERM')
    await exited
  }
  return { url, end }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
