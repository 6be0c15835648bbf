import path from 'node:path'
import { root } from '../cli/folders.ts'
import { run } from '../cli/run-program.ts'

export type CheckResult = { name: string; passed: boolean; seconds: number; output: string }

const program = (name: string) => path.join(root, 'node_modules', name)

// tsc by its path: the command of that name in .bin belongs to either of the two TypeScript versions.
const checks: { name: string; args: string[] }[] = [
  { name: 'format', args: [program('prettier/bin/prettier.cjs'), '--check', '--cache', '--log-level', 'warn', '.'] },
  { name: 'lint', args: [program('oxlint/bin/oxlint')] },
  { name: 'types', args: [program('typescript7/bin/tsc'), '--noEmit', '-p', 'tsconfig.json'] },
  // The types alone let a field through that the GraphQL schema does not have.
  { name: 'GraphQL documents', args: [program('gql.tada/bin/cli.js'), 'check', '-c', 'pwa/tsconfig.json'] },
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
  },
  { name: 'OpenAPI client', args: ['--import', 'tsx', path.join(root, 'tools/check/openapi-client.ts')] },
  { name: 'generated files', args: ['--import', 'tsx', path.join(root, 'tools/generate.ts'), '--check'] },
]

/** Format, lint, types and generated files, two at a time; every failure is shown, not only the first. */
export async function runChecks(print: (line: string) => void): Promise<CheckResult[]> {
  const waiting = [...checks]
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

async function runCheck({ name, args }: (typeof checks)[number]): Promise<CheckResult> {
  const { code, output, milliseconds } = await run(process.execPath, args)
  return { name, passed: code === 0, seconds: milliseconds / 1000, output }
}
