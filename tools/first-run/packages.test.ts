import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { environmentForNpm, explainFailure, lockHash, nodeIsTooOld, packagesAreCurrent } from './packages.mjs'

let root = ''
beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'kerbside-packages-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const write = (file: string, content: unknown) => {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
  writeFileSync(path.join(root, file), typeof content === 'string' ? content : JSON.stringify(content))
}
const lockFile = (version: string) => ({
  packages: {
    '': {},
    'node_modules/a': { version },
    'node_modules/elsewhere': { version: '1.0.0', optional: true },
    'node_modules/@kerbside/schema': { resolved: 'schema', link: true },
  },
})
const installed = (version: string) => ({ packages: { 'node_modules/a': { version } } })

test('a fresh clone needs an installation', () => {
  write('package-lock.json', lockFile('1.0.0'))
  expect(packagesAreCurrent(root)).toBe(false)
})

test('the marker of the same lock file means that nothing is to be done', () => {
  write('package-lock.json', lockFile('1.0.0'))
  write('node_modules/.kerbside-lock', lockHash(root))
  expect(packagesAreCurrent(root)).toBe(true)
})

test('a changed lock file needs an installation', () => {
  write('package-lock.json', lockFile('1.0.0'))
  write('node_modules/.kerbside-lock', lockHash(root))
  write('node_modules/.package-lock.json', installed('1.0.0'))
  write('package-lock.json', lockFile('2.0.0'))
  expect(packagesAreCurrent(root)).toBe(false)
})

test('what a developer installed by hand is not installed again', () => {
  write('package-lock.json', lockFile('2.0.0'))
  write('node_modules/.package-lock.json', installed('2.0.0'))
  expect(packagesAreCurrent(root)).toBe(true)
  expect(existsSync(path.join(root, 'node_modules/.kerbside-lock'))).toBe(true)
})

test('without a home folder npm works below .cache', () => {
  const { HOME, npm_config_cache } = environmentForNpm(root, {})
  expect(HOME).toBe(path.join(root, '.cache/home'))
  expect(npm_config_cache ?? HOME).toContain(path.join(root, '.cache'))
})

test('a home folder that cannot be written is replaced, and its npm settings are still read', () => {
  // A file where a folder should be cannot be written by anybody, root included.
  write('home/.npmrc', 'registry=https://registry.example/')
  write('home/.npm', 'not a folder')
  const env = environmentForNpm(root, { HOME: path.join(root, 'home') })
  expect(env.npm_config_cache).toBe(path.join(root, '.cache/npm'))
  const broken = environmentForNpm(root, { HOME: path.join(root, 'home/.npmrc') })
  expect(broken.HOME).toBe(path.join(root, '.cache/home'))
})

test('a cache folder below a home that is not there is replaced', () => {
  const { npm_config_cache } = environmentForNpm(root, { npm_config_cache: '~/.npm' })
  expect(npm_config_cache).toBe(path.join(root, '.cache/npm'))
})

test('a good home folder is left as it is', () => {
  mkdirSync(path.join(root, 'home'))
  const env = environmentForNpm(root, { HOME: path.join(root, 'home') })
  expect(env).toEqual({ HOME: path.join(root, 'home') })
})

test('a failed installation is explained in a line where we know the reason', () => {
  expect(explainFailure('npm error code ENOSPC\nnpm error …')).toMatch(/^The disk is full.*$/)
  expect(explainFailure('npm error code ENOTFOUND')).toMatch(/^Packages could not be downloaded.*$/)
  expect(explainFailure('npm error something else')).toContain('something else')
})

test('Node is compared by major and minor version', () => {
  expect(nodeIsTooOld('18.20.4')).toBe(true)
  expect(nodeIsTooOld('20.18.9')).toBe(true)
  expect(nodeIsTooOld('20.19.0')).toBe(false)
  expect(nodeIsTooOld('24.1.0')).toBe(false)
})
