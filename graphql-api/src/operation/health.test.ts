import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createTestApp, testConfig } from '../testing/test-app.ts'

test('/healthz names the build whose documents the api serves, and none where none is built', async () => {
  const dist = mkdtempSync(path.join(os.tmpdir(), 'kerbside-health-'))
  onTestFinished(() => rmSync(dist, { recursive: true, force: true }))
  const health = async () => {
    const app = createTestApp(testConfig({ PWA_DIST: dist }))
    onTestFinished(() => app.close())
    return (await app.request('GET', '/healthz')).body
  }
  expect(await health()).toEqual({ status: 'up', version: null })
  mkdirSync(path.join(dist, 'client'))
  writeFileSync(path.join(dist, 'client/index.html'), '<head><meta name="version" content="aB3-_9xY"></head>')
  expect(await health()).toEqual({ status: 'up', version: 'aB3-_9xY' })
})
