// npm run soak [-- --hours N] [--per-minute N]: three apis behind a proxy and two workers for hours, on services of their
// own. Homeowners come at a steady rate, staff read lists, the mail server is slow or turns us away at times, and of apis
// and workers one after the other is killed or stopped and started again, but for the first of each. Prints how memory, event loop,
// open handles and backlog stand. At the end: the line of each figure, and whether everything is as people were told.
// Exits with 1 when a figure rises all the time or when something is lost, doubled or stuck.
import mongoose from 'mongoose'
import { parseArgs } from 'node:util'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildAll } from './build/build-all.ts'
import { CliError } from './cli/command.ts'
import { audit, startManyProcesses, type ManyProcesses } from './drills/many-processes.ts'
import { disturb } from './soak/faults.ts'
import { sendLeads, readLists, watchLists } from './soak/people.ts'
import { slopeOf } from './soak/slopes.ts'
import { watchProcesses } from './soak/watch.ts'
import { atEnd, print, runTestCommand, startServices } from './testing/test-run.ts'
import type { Tally } from './testing/tally.ts'

const options = { hours: { type: 'string', default: '1' }, 'per-minute': { type: 'string', default: '30' } } as const

function positive(name: string, text: string): number {
  if (Number(text) > 0) return Number(text)
  throw new CliError(`--${name} takes a number above 0, not ${text}.`)
}

async function main(args: string[]): Promise<Tally> {
  const { values } = parseArgs({ args, options })
  const durationMs = positive('hours', values.hours) * 3_600_000
  const perMinute = positive('per-minute', values['per-minute'])
  await buildAll(print)
  Object.assign(process.env, await startServices())
  await mongoose.connect(process.env['MONGODB_URI'] ?? '', { dbName: 'soak' })
  atEnd(() => mongoose.disconnect())
  const system = await startManyProcesses({ onOutput: keepErrors })
  atEnd(system.stop)
  const failures = await soak(system, durationMs, perMinute)
  print('The time is over. What is due is waited for, and everything compared with what people were told …')
  const found = [...failures, ...(await audit(system))]
  for (const finding of found) print(`WRONG  ${finding}`)
  print(`${system.journey.told.length} quotes, ${system.journey.sink.emails.length} emails: ${found.length} findings`)
  return { passed: found.length === 0 ? 1 : 0, failed: found.length }
}

/** What the servers said that an operator would be woken for. */
const errors: string[] = []
const isError = (line: string) => /^\{"level":(50|60)/.test(line) || /^\w*Error/.test(line)

function keepErrors(text: string): void {
  for (const line of text.split('\n')) if (isError(line) && errors.length < 20) errors.push(line)
}

/** Resolves when the time is over and everybody has done what they began, with what was wrong meanwhile. */
async function soak(system: ManyProcesses, durationMs: number, perMinute: number): Promise<string[]> {
  const { apis, workers, journey } = system
  const end = Date.now() + durationMs
  const goOn = () => Date.now() < end
  const watch = watchProcesses({ api: apis.urls[0] ?? '', worker: workers.urls[0] ?? '' })
  const everyMs = Math.min(Math.max(durationMs / 24, 5_000), 300_000)
  const tell = async () => {
    for (; goOn(); await sleep(everyMs)) {
      forgetTexts(journey.sink.emails)
      const minutes = ((durationMs - (end - Date.now())) / 60_000).toFixed(1)
      print(`${minutes} min  ${journey.told.length} quotes; ${await watch.read()}`)
    }
  }
  const [failures, lists, faults] = await Promise.all([
    sendLeads(system, perMinute, goOn),
    readLists(system, goOn),
    disturb(system, Math.min(durationMs / 8, 600_000), goOn),
    watchLists(system, goOn),
    tell(),
  ])
  print(`${lists} lists read, ${faults} faults`)
  const slopes = watch.series().map(slopeOf)
  for (const { name, from, to, unit, isWrong } of slopes)
    print(`${isWrong ? 'RISES' : 'holds'}  ${name}: from ${from.toFixed(0)} to ${to.toFixed(0)} ${unit}`.trimEnd())
  const rising = slopes.filter(({ isWrong }) => isWrong).map(({ name }) => `${name} rises all the time`)
  return [...failures, ...rising, ...errors]
}

/** Whoever wanted a link of an email has read it long ago. */
function forgetTexts(emails: { at: number; raw: string }[]): void {
  const before = Date.now() - 600_000
  for (const email of emails) if (email.at < before) email.raw = ''
}

await runTestCommand(main)
