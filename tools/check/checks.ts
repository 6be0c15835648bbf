import path from 'node:path'
import { root } from '../cli/folders.ts'
import { run } from '../cli/run-program.ts'

export type CheckResult = { name: string; passed: boolean; seconds: number; output: string }

const program = (name: string) => path.join(root, 'node_modules', name)

type Check = {
  name: string
  args: string[]
  /** Of these files it reads only the ones that changed, where that is known. */
  reads?: RegExp
  /** Only changes of these files can make it fail. */
  concerns?: RegExp
}

const api = /^(schema|graphql-api)\//
const typeScript = /\.(ts|tsx|mjs)$/
// What was checked before, so that the next check is quicker.
const known = path.join(root, 'node_modules/.cache/types.tsbuildinfo')

// The longest first. tsc by its path: the command of that name in .bin belongs to either of the two TypeScript versions.
const checks: Check[] = [
  {
    name: 'types',
    // Several checkers work out the same types each on their own: on two processors one is quicker.
    args: [
      program('typescript7/bin/tsc'),
      '-p',
      'tsconfig.json',
      '--checkers',
      '1',
      '--incremental',
      '--tsBuildInfoFile',
      known,
    ],
    concerns: typeScript,
  },
  { name: 'lint', args: [program('oxlint/bin/oxlint')], reads: typeScript },
  {
    name: 'format',
    args: [program('oxfmt/bin/oxfmt'), '--check', '--no-error-on-unmatched-pattern'],
    reads: /./,
  },
  // The types alone let a field through that the GraphQL schema does not have.
  {
    name: 'GraphQL documents',
    args: [program('gql.tada/bin/cli.js'), 'check', '-c', 'pwa/tsconfig.json'],
    concerns: /^pwa\/src\/.*(queries|api\/)|schema\.graphql$/,
  },
  {
    name: 'OpenAPI rules',
    args: [
      program('@stoplight/spectral-cli/dist/index.js'),
      'lint',
      '--quiet',
      '--fail-severity=hint',
      '--ruleset=tools/check/spectral.yaml',
      'schema/openapi.json',
    ],
    concerns: /openapi|^tools\/check/,
  },
  {
    name: 'OpenAPI client',
    args: ['--import', 'tsx', path.join(root, 'tools/check/openapi-client.ts')],
    concerns: /openapi/,
  },
  {
    name: 'generated files',
    args: ['--import', 'tsx', path.join(root, 'tools/generate.ts'), '--check'],
    concerns: api,
  },
]

/**
 * Format, lint, types and generated files, two at a time; every failure is shown, not only the first. With the names of
 * changed files only what these can have broken.
 */
export async function runChecks(print: (line: string) => void, changed?: readonly string[]): Promise<CheckResult[]> {
  const waiting = checks.flatMap(({ name, args, reads, concerns }) => {
    if (!changed) return [{ name, args: reads ? [...args, '.'] : args }]
    const files = changed.filter((file) => (reads ?? concerns ?? /./).test(file))
    return files.length === 0 ? [] : [{ name, args: reads ? [...args, ...files] : args }]
  })
  const results: CheckResult[] = []
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const result = await runCheck(next)
      print(`${result.passed ? 'ok    ' : 'FAILED'} ${result.name} (${result.seconds.toFixed(1)} s)`)
      if (!result.passed) print(result.output.trim())
      results.push(result)
    }
  }
  await Promise.all([work(), work()])
  return results
}

async function runCheck({ name, args }: Pick<Check, 'name' | 'args'>): Promise<CheckResult> {
  const { code, output, milliseconds } = await run(process.execPath, args)
  return { name, passed: code === 0, seconds: milliseconds / 1000, output }
}
