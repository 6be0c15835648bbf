import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { root } from './cli/folders.ts'

/** The packages that the product was asked to be made with: each does its part of the work, none is listed only. */
// oxfmt-ignore
const asked = [
  'react', 'react-dom', 'react-router-dom', 'workbox-window', 'vite-plugin-pwa', 'idb', '@tanstack/react-query',
  'graphql', 'graphql-yoga', '@pothos/core', 'urql', 'bullmq', 'ioredis', 'mongoose', 'nodemailer', '@mui/material',
  '@mui/icons-material',
]

const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx'], { cwd: root, encoding: 'utf8' }).trim().split('\n')
const isTest = (file: string) => /\.test\.tsx?$|\/testing\//.test(file)
/** The build of the web app makes its service worker. */
const isProduct = (file: string) =>
  (/^(schema|graphql-api|worker|pwa)\/src\//.test(file) && !isTest(file)) || file === 'pwa/vite.config.ts'

/** The packages that these files import, but for what they take of them as types alone. */
function packagesOf(isWanted: (file: string) => boolean): Set<string> {
  const names = files.filter(isWanted).flatMap((file) => {
    const text = readFileSync(path.join(root, file), 'utf8')
    const read = text.replaceAll(/^(?:import|export) type [^'"]*['"][^'"]*['"]/gm, '')
    return ts.preProcessFile(read, true, true).importedFiles.map(({ fileName }) => fileName)
  })
  return new Set(names.map((name) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? ''))
}

const used = packagesOf(isProduct)

test.each(asked)('product code imports %s', (name) => {
  expect(used).toContain(name)
})

test('tests are written with vitest', () => {
  expect(packagesOf(isTest)).toContain('vitest')
})
