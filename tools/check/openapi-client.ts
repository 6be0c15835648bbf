// A client generated from openapi.json compiles. Made in a folder of its own, so that nothing of it stays.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { root } from '../cli/folders.ts'
import { run } from '../cli/run-program.ts'

/** Uses what is easily lost: parameters, bodies and responses by operation, and a component. */
const caller = `import type { components, operations } from './api.ts'
export const query: operations['listQuotes']['parameters']['query'] = { status: 'new', limit: 5 }
export const body: operations['updateQuote']['requestBody']['content']['application/json'] = { status: 'contacted' }
export type Page = operations['listQuotes']['responses'][200]['content']['application/json']
export const namesOf = (page: Page): string[] => page.data.map((lead: components['schemas']['Lead']) => lead.full_name)
`

const folder = mkdtempSync(path.join(os.tmpdir(), 'kerbside-client-'))
try {
  writeFileSync(path.join(folder, 'client.ts'), caller)
  const document = path.join(root, 'schema/openapi.json')
  const generator = path.join(root, 'node_modules/openapi-typescript/bin/cli.js')
  const compiler = path.join(root, 'node_modules/typescript7/bin/tsc')
  const compilerOptions = {
    strict: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    module: 'nodenext',
    types: [],
  }
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }))
  for (const args of [
    [generator, document, '--output', path.join(folder, 'api.ts')],
    [compiler, '-p', folder],
  ]) {
    const { code, output } = await run(process.execPath, args)
    if (code === 0) continue
    console.error(output.trim())
    process.exitCode = 1
    break
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
