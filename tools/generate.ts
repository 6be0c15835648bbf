// npm run generate: writes schema.graphql, openapi.json, the typed GraphQL documents and the table of settings in the
// specification from the code.
// With --check it writes nothing and fails when one of them is out of date.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { lexicographicSortSchema, printSchema } from 'graphql'
import { graphqlSchema, restRoutes } from '../graphql-api/src/app.ts'
import { openapiDocument } from '../graphql-api/src/http/openapi.ts'
import { settingFields } from '../schema/src/settings/settings.ts'
import { CliError, runCommand } from './cli/command.ts'
import { root } from './cli/folders.ts'
import { run } from './cli/run-program.ts'

const specification = 'docs/specification.md'

await runCommand(async () => {
  const graphql = withLastNewline(printSchema(lexicographicSortSchema(graphqlSchema)))
  const files = {
    'schema/schema.graphql': graphql,
    'schema/openapi.json': withLastNewline(JSON.stringify(openapiDocument(restRoutes), null, 2)),
    'pwa/src/api/generated/graphql-env.d.ts': await typedDocuments(graphql),
    [specification]: withSettings(readGenerated(specification) ?? ''),
  }
  const stale = Object.entries(files).filter(([file, content]) => readGenerated(file) !== content)
  if (process.argv.includes('--check')) {
    for (const [file] of stale) console.error(`${file} is out of date. Run npm run generate and commit it.`)
    return stale.length === 0 ? 0 : 1
  }
  for (const [file, content] of stale) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    writeFileSync(path.join(root, file), content)
    console.log(`Wrote ${file}`)
  }
  if (stale.length === 0) console.log('Everything generated is up to date.')
})

function withLastNewline(text: string): string {
  return `${text.trimEnd()}\n`
}

/** The specification with each setting as the screen names it, with its default and bounds. */
function withSettings(text: string): string {
  const rows = Object.values(settingFields).map((setting) => {
    const { label, kind, start } = setting
    if (kind === 'number') return [label, `${start} ${setting.unit}`, setting.range]
    return kind === 'switch' ? [label, start ? 'on' : 'off', ''] : [label, '–', '']
  })
  const table = [['setting', 'default', 'range'], [], ...rows]
  const widthOf = (column: number) => Math.max(...table.map((row) => row[column]?.length ?? 0))
  const cellOf = (row: string[], column: number) =>
    row.length === 0 ? '-'.repeat(widthOf(column)) : (row[column] ?? '').padEnd(widthOf(column))
  const lines = table.map((row) => `| ${[0, 1, 2].map((column) => cellOf(row, column)).join(' | ')} |\n`)
  return text.replace(/\| setting +\| default[^]*?\n(?=\n)/, lines.join(''))
}

/** Undefined when it was never generated. */
function readGenerated(file: string): string | undefined {
  const place = path.join(root, file)
  return existsSync(place) ? readFileSync(place, 'utf8') : undefined
}

/** What gql.tada types the app's GraphQL documents from. Made in a temporary folder, so that a check changes nothing. */
async function typedDocuments(schema: string): Promise<string> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'kerbside-generate-'))
  try {
    const plugin = { name: 'gql.tada/ts-plugin', schema: './schema.graphql', tadaOutputLocation: './graphql-env.d.ts' }
    writeFileSync(path.join(folder, 'schema.graphql'), schema)
    writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: { plugins: [plugin] } }))
    const program = path.join(root, 'node_modules/gql.tada/bin/cli.js')
    const { code, output } = await run(process.execPath, [program, 'generate-output'], { cwd: folder })
    if (code !== 0) throw new CliError(`gql.tada could not read the GraphQL schema:\n${output.trim()}`)
    return readFileSync(path.join(folder, 'graphql-env.d.ts'), 'utf8')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
