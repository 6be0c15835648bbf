/** What goes wrong meanwhile, one thing after the other. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { ManyProcesses } from '../drills/many-processes.ts'

/** Milliseconds for which the mail server is not as it should be. */
const mailFaultMs = 15_000

/** Every so often the next fault, as long as `goOn`. The first api and the first worker are left alone, for their figures. Gives how many there were. */
export async function disturb(system: ManyProcesses, everyMs: number, goOn: () => boolean): Promise<number> {
  const { apis, workers, journey } = system
  const { behaviour } = journey.sink
  const restart = (of: typeof apis, signal: NodeJS.Signals) => async () => {
    for (const url of of.urls.slice(1)) await of.restart(url, signal)
    await of.allReady()
  }
  const faults = [
    restart(apis, 'SIGKILL'),
    // A worker that is killed sends what was on its way once more. One that is stopped doubles nothing.
    restart(workers, 'SIGTERM'),
    async () => {
      behaviour.rejectUs = 'greeting'
      await sleep(mailFaultMs)
      delete behaviour.rejectUs
    },
    restart(apis, 'SIGTERM'),
    async () => {
      behaviour.delayMs = 1_000
      await sleep(mailFaultMs)
      delete behaviour.delayMs
    },
  ]
  for (let count = 0; ; count += 1) {
    for (const end = Date.now() + everyMs; Date.now() < end; await sleep(500)) if (!goOn()) return count
    await faults[count % faults.length]?.()
  }
}
