// npm run mutants [-- <part of a rule or file> …]: takes one rule after another out of the product and expects tests to
// fail, drills among them. The rules and the tests that guard them: tools/mutants/rules.ts. Prints each rule with a file that
// went red; a rule whose removal nobody noticed counts as failed. Files are put back at the end, also after Ctrl-C.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { buildAll } from './build/build-all.ts'
import { CliError } from './cli/command.ts'
import { root } from './cli/folders.ts'
import { run } from './cli/run-program.ts'
import { mutants, type Mutant } from './mutants/rules.ts'
import { findRedFiles } from './testing/run-vitest.ts'
import type { Tally } from './testing/tally.ts'
import { atEnd, print, runTestCommand, startServices } from './testing/test-run.ts'

async function main(wanted: string[]): Promise<Tally> {
  const isWanted = ({ rule, file }: Mutant) =>
    wanted.length === 0 || wanted.some((part) => `${rule} ${file}`.includes(part))
  const chosen = mutants.filter(isWanted)
  await requireUnchanged(chosen.flatMap(({ file, also = [] }) => [file, ...also.map((edit) => edit.file)]))
  await buildAll(print)
  const services = await startServices()
  const survived: string[] = []
  for (const [index, mutant] of chosen.entries()) {
    const red = await tryOut(mutant, services)
    if (red.length === 0) survived.push(mutant.rule)
    print(
      `${red.length > 0 ? 'red     ' : 'SURVIVED'} ${index + 1} of ${chosen.length}  ${mutant.rule}: ${red[0] ?? mutant.file}`,
    )
  }
  for (const rule of survived) print(`No test noticed that this was gone: ${rule}`)
  return { passed: chosen.length - survived.length, failed: survived.length }
}

/** What is not committed could be lost. */
async function requireUnchanged(files: string[]): Promise<void> {
  const { output } = await run('git', ['status', '--porcelain', '--', ...files])
  if (output.trim()) throw new CliError(`Commit these files first, for they are changed and put back:\n${output}`)
}

/** Takes the rule out. Gives what puts it back. */
function apply({ rule, also = [], ...first }: Mutant): () => void {
  const originals = new Map<string, string>()
  const putBack = () => originals.forEach((text, place) => writeFileSync(place, text))
  atEnd(putBack)
  for (const { file, from, to } of [first, ...also]) {
    const place = path.join(root, file)
    const text = readFileSync(place, 'utf8')
    if (text.split(from).length !== 2) throw new CliError(`${rule}: its text stands not once in ${file}.`)
    if (!originals.has(place)) originals.set(place, text)
    writeFileSync(
      place,
      text.replace(from, () => to),
    )
  }
  return putBack
}

/** The test files that failed without the rule. */
async function tryOut(mutant: Mutant, services: object): Promise<string[]> {
  const { guards } = mutant
  const putBack = apply(mutant)
  try {
    const isBuilt = guards.some((guard) => /e2e|drill|killed|busy|redis-away|offers-model|wrong-clock/.test(guard))
    if (isBuilt) await buildAll(() => {})
    const env = { ...process.env, ...services, NO_COLOR: '1' }
    for (const guard of guards) {
      const red = await findRedFiles(guard, env)
      if (red.length > 0) return red
    }
    return []
  } finally {
    putBack()
  }
}

await runTestCommand(main)
