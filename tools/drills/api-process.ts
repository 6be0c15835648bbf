import { redisUrl } from '@kerbside/schema/testing/database'
import { Redis } from 'ioredis'
import { setTimeout as sleep } from 'node:timers/promises'
import { restAnswers } from '../../graphql-api/src/testing/quotes.ts'
import { builtMain } from '../build/build-all.ts'
import { root } from '../cli/folders.ts'
import { startChildProcess } from '../services/child-process.ts'

/** The built api in a process of its own, ended by this signal. */
export function startApi(stopSignal: NodeJS.Signals, changes: Record<string, string>) {
  return startChildProcess({
    command: process.execPath,
    args: [builtMain('graphql-api')],
    cwd: root,
    env: {
      ...process.env,
      KERBSIDE_ENV: 'test',
      HOST: '127.0.0.1',
      JWT_SECRET: 'a-secret-of-tests-that-is-long-enough',
      RATE_LIMITS: 'off',
      REDIS_URL: redisUrl(),
      ...changes,
    },
    stopSignal,
  })
}

let submitted = 0

type Submitting = {
  /** Holds what is on its way. */
  open?: Set<Promise<Response>>
  /** Of the answers. */
  changes?: object
}

/**
 * Submits a quote until it is acknowledged, with one submission id, as a phone does, each from another homeowner. Of
 * several urls each try takes the next.
 */
export async function submit(url: string | readonly string[], { open = new Set(), changes = {} }: Submitting = {}) {
  const urls = [url].flat()
  const first = (submitted += 1)
  const mobile = `07400 ${String(submitted).padStart(6, '0')}`
  const body = JSON.stringify({ submission_id: crypto.randomUUID(), ...restAnswers(), mobile, ...changes })
  for (let tries = 1; ; tries += 1) {
    const server = urls[(first + tries) % urls.length] ?? ''
    const call = fetch(`${server}/api/quote`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    open.add(call)
    try {
      const response = await call
      const { status } = response
      if (status === 200 || status === 201) {
        const answer = (await response.json()) as { data: { id: number; reference: string } }
        return { body: JSON.parse(body) as { email: string; submission_id: string }, status, tries, answer }
      }
      if (status !== 503) throw new Error(`Not taken: ${status}`)
    } catch (error) {
      if (!(error instanceof TypeError)) throw error // a TypeError is fetch's way to say that there is no connection
    } finally {
      open.delete(call)
    }
    await sleep(50)
  }
}

/** For queues whose processes are gone. */
export async function removeKeys(prefix: string) {
  const redis = new Redis(redisUrl())
  const keys = await redis.keys(`${prefix}:*`)
  if (keys.length > 0) await redis.del(keys)
  redis.disconnect()
}
