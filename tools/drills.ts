// npm run drills [-- --seed N] [--rounds N] [part of a file name …]: what npm test has no time for, on services of its own.
// A drill tries a promise with volume, random orders or faults (*.drill.test.ts), or is a browser journey beyond the main
// ones (*.drill.e2e.ts). Each round has the next seed. A failure stops it and is told with the command that repeats its round.
import { parseArgs } from 'node:util'
import { buildAll } from './build/build-all.ts'
import { CliError } from './cli/command.ts'
import { add, isGood, nothing, type Tally } from './testing/tally.ts'
import { print, runTestCommand, runTests, startServices, step } from './testing/test-run.ts'

function numberOf(name: string, text: string | undefined, otherwise: number): number {
  const value = text === undefined ? otherwise : Number(text)
  if (Number.isInteger(value) && value >= 0) return value
  throw new CliError(`--${name} takes a whole number from 0, not ${text}.`)
}

async function main(args: string[]): Promise<Tally> {
  const options = { seed: { type: 'string' }, rounds: { type: 'string' } } as const
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  const firstSeed = numberOf('seed', values.seed, Math.floor(Math.random() * 1_000_000))
  const rounds = numberOf('rounds', values.rounds, 1)
  const { result: services, tally } = await step(async () => {
    await buildAll(print)
    return startServices()
  })
  if (!services) return tally
  let sum = nothing
  for (let round = 0; round < rounds; round += 1) {
    const seed = firstSeed + round
    print(`Round ${round + 1} of ${rounds}, with the seed ${seed}`)
    sum = add(sum, await drill(positionals, services, seed))
    if (isGood(sum)) continue
    print(`Again: npm run drills -- --seed ${seed} ${positionals.join(' ')}`.trimEnd())
    break
  }
  return sum
}

async function drill(filters: string[], services: object, seed: number): Promise<Tally> {
  const env = { KERBSIDE_SEED: String(seed) }
  const onServers = await runTests({ projects: ['drills'], filters }, services, env)
  return add(onServers, await runTests({ projects: ['e2e-drills'], filters }, services, env))
}

await runTestCommand(main)
