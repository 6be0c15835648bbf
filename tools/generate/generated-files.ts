import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { restRoutes } from '../../graphql-api/src/app.ts'
import { printedSchema } from '../../graphql-api/src/graphql/schema.ts'
import { openapiDocument } from '../../graphql-api/src/http/openapi.ts'
import { CliError } from '../cli/command.ts'
import { root } from '../cli/folders.ts'
import { run } from '../cli/run-program.ts'

export type GeneratedFile = { file: string; content: string }

/** Everything that is written from the code and committed, as it should be now. */
export async function generatedFiles(): Promise<GeneratedFile[]> {
  const graphql = withLastNewline(printedSchema())
  return [
    { file: 'schema/schema.graphql', content: graphql },
    { file: 'schema/openapi.json', content: withLastNewline(JSON.stringify(openapiDocument(restRoutes), null, 2)) },
    { file: 'pwa/src/api/generated/graphql-env.d.ts', content: await typedDocuments(graphql) },
  ]
}

const withLastNewline = (text: string) => `${text.trimEnd()}\n`

/** What gql.tada types the app's GraphQL documents from. Made in a folder apart, so that a check changes nothing. */
async function typedDocuments(schema: string): Promise<string> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'kerbside-generate-'))
  try {
    const output = path.join(folder, 'graphql-env.d.ts')
    const plugin = { name: 'gql.tada/ts-plugin', schema: './schema.graphql', tadaOutputLocation: './graphql-env.d.ts' }
    writeFileSync(path.join(folder, 'schema.graphql'), schema)
    writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: { plugins: [plugin] } }))
    const program = path.join(root, 'node_modules/gql.tada/bin/cli.js')
    const { code, output: said } = await run(process.execPath, [program, 'generate-output'], { cwd: folder })
    if (code !== 0) throw new CliError(`gql.tada could not read the GraphQL schema:\n${said.trim()}`)
    return readFileSync(output, 'utf8')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export function readGenerated(file: string): string | undefined {
  try {
    return readFileSync(path.join(root, file), 'utf8')
  } catch {
    return undefined // never generated yet
  }
}

export function writeGenerated({ file, content }: GeneratedFile): void {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
  writeFileSync(path.join(root, file), content)
}
