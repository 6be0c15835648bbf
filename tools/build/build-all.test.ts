import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { sourceHash } from './build-all.ts'

test('sources count, wherever they stand; tests and build results do not', () => {
  const root = mkdtempSync(path.join(os.tmpdir(), 'kerbside-hash-'))
  const write = (file: string, content: string) => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    writeFileSync(path.join(root, file), content)
    return sourceHash(root, ['pwa', 'package-lock.json'])
  }
  const first = write('pwa/src/a.ts', '1')
  expect(write('pwa/src/a.test.ts', '1')).toBe(first)
  expect(write('pwa/dist/a.js', '1')).toBe(first)
  expect(write('worker/src/a.ts', '1')).toBe(first)
  const second = write('pwa/src/a.ts', '2')
  expect(second).not.toBe(first)
  expect(write('package-lock.json', '{}')).not.toBe(second)
  rmSync(root, { recursive: true })
})
