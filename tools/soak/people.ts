/** What people do all the time, at a steady rate. */
import { setTimeout as sleep } from 'node:timers/promises'
import { createSession, createUser } from '../../graphql-api/src/testing/test-app.ts'
import { listenForLeads, type ManyProcesses } from '../drills/many-processes.ts'
import { ask } from '../drills/no-answer-client.ts'
import { steps } from '../drills/no-answer-journey.ts'

/** Of a hundred homeowners so many go as far. The rest only sends a quote. */
const shares: Record<string, number> = {
  accept: 14,
  'choose a price': 12,
  release: 6,
  stop: 5,
  erase: 5,
  'bulk change': 3,
}

function nextStep(): string {
  let place = Math.random() * 100
  for (const [name, share] of Object.entries(shares)) {
    if (place < share) return name
    place -= share
  }
  return 'submit'
}

/** What the clients of a journey could not do. */
type Failures = string[]

/** One homeowner after the other comes, whether or not those before are done. */
export async function sendLeads({ journey }: ManyProcesses, perMinute: number, goOn: () => boolean): Promise<Failures> {
  const [failures, open] = [[] as Failures, new Set<Promise<void>>()]
  while (goOn()) {
    const name = nextStep()
    const go = async () => {
      const runs = (await steps[name]?.(journey, 1)) ?? []
      for (const run of runs) await run(`soak, ${name}`)
    }
    const going = go()
      .catch((error: unknown) => void failures.push(`${name}: ${String(error)}`))
      .finally(() => open.delete(going))
    open.add(going)
    await sleep(60_000 / perMinute)
  }
  await Promise.all(open)
  return failures
}

/** Signs the same person in each time: every manager is warned of leads that wait, so their number stays as it is. */
async function aManager(): Promise<() => Promise<string>> {
  const manager = await createUser('manager')
  return async () => (await createSession(manager)).token
}

/** A manager's pages of the list, each second another one. */
export async function readLists({ journey }: ManyProcesses, goOn: () => boolean): Promise<number> {
  const queries = ['', 'status=new', 'search=Byrne', 'search=07400', 'assigned_to=none', 'limit=100']
  const signIn = await aManager()
  let token = await signIn()
  let read = 0
  for (; goOn(); read += 1) {
    if (read % 600 === 599) token = await signIn()
    const headers = { authorization: `Bearer ${token}` }
    const { status, text } = await ask(journey, `/api/quote?${queries[read % queries.length]}`, { headers })
    if (status !== 200) journey.blamed.push(`list: ${status} ${text}`)
    await sleep(1_000)
  }
  return read
}

/** Somebody's live list, opened anew every few seconds as pages are. */
export async function watchLists({ apis }: ManyProcesses, goOn: () => boolean): Promise<void> {
  const signIn = await aManager()
  while (goOn()) {
    for (const url of apis.urls) {
      const list = await listenForLeads(url, await signIn()).catch(() => null) // this api is being started again
      await sleep(5_000)
      await list?.leave().catch(() => {})
    }
  }
}
