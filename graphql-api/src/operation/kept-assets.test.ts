import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { createTestApp, testConfig } from '../testing/test-app.ts'
import { keepAssets } from './kept-assets.ts'

const folder = mkdtempSync(join(tmpdir(), 'kerbside-assets-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A build of the web app with these assets, each compressed ahead too. */
function build(name: string, assets: readonly string[]): string {
  for (const asset of assets) {
    const path = join(folder, name, 'client/assets', asset)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, `// ${asset}`)
    writeFileSync(`${path}.br`, brotliCompressSync(`// ${asset}`))
  }
  return join(folder, name)
}

let servers = 0
/** Several apis on one machine; `serve` is what one does now and then while it runs. */
function machine() {
  const DATA_DIR = join(folder, `data-${(servers += 1)}`)
  const configOf = (dist: string) => testConfig({ PWA_DIST: dist, DATA_DIR })
  const serve = (dist: string, day: number) =>
    keepAssets({ config: configOf(dist), now: () => new Date(Date.UTC(2026, 10, 1) + day * 86_400_000) })
  const answers = async (dist: string, paths: readonly string[]) => {
    const api = createTestApp(configOf(dist))
    const found = await Promise.all(paths.map((path) => api.request('GET', path)))
    await api.close()
    return found
  }
  const statuses = async (dist: string, paths: readonly string[]) =>
    (await answers(dist, paths)).map(({ status }) => status)
  return { serve, answers, statuses, configOf }
}

const paths = ['/assets/form-1.js', '/assets/staff/leads-1.js', '/assets/shared-0.js', '/assets/form-3.js']
const [first, second, third] = [
  build('first', ['form-1.js', 'staff/leads-1.js', 'shared-0.js']),
  build('second', ['form-2.js', 'staff/leads-2.js', 'shared-0.js']),
  build('third', ['form-3.js', 'staff/leads-3.js']),
]

test('the assets of former builds are served for seven days after an api last served them, like current ones', async () => {
  const { serve, answers, statuses, configOf } = machine()
  await serve(first, 0)
  await serve(first, 3)
  await serve(second, 3.1)
  await serve(third, 3.2)
  expect(await statuses(third, paths)).toEqual([200, 200, 200, 200])
  const [former] = await answers(third, paths)
  expect(former?.body).toBe('// form-1.js')
  expect(former?.headers.get('cache-control')).toContain('immutable')
  const api = createTestApp(configOf(third))
  const compressed = await api.send('/assets/form-1.js', { headers: { 'accept-encoding': 'br' } })
  expect(compressed.headers.get('content-encoding')).toBe('br')
  await api.close()

  await serve(third, 9.9)
  expect(await statuses(third, paths)).toEqual([200, 200, 200, 200])
  // The second build had `shared-0.js` too, and was served a little longer.
  await serve(third, 10.05)
  expect(await statuses(third, paths)).toEqual([404, 404, 200, 200])
  await serve(third, 10.15)
  expect(await statuses(third, paths)).toEqual([404, 404, 404, 200])
})

test('an api of the former release still finds what the next one brought, and going back finds everything again', async () => {
  const { serve, statuses } = machine()
  await serve(first, 0)
  await serve(third, 1)
  expect(await statuses(first, paths)).toEqual([200, 200, 200, 200])
  await serve(first, 8)
  expect(await statuses(first, paths)).toEqual([200, 200, 200, 200])
  await serve(first, 8.1)
  expect(await statuses(first, paths)).toEqual([200, 200, 200, 404])
})

test('only assets are kept, and one that no build has is answered 404 without a page', async () => {
  const { serve, answers } = machine()
  await serve(first, 0)
  const missing = ['/assets/form-9.js', '/assets/staff', '/assets/form-9', '/assets/form-1.js.part']
  for (const { status, body } of await answers(first, missing)) expect([status, body]).toEqual([404, 'Not found'])
})
