import { CanaryModel, canariesMissingSince } from '@kerbside/schema/canary/canary.model'
import { canaryJob } from '@kerbside/schema/events/event.jobs'
import { isDatabaseAway } from '@kerbside/schema/operation/database-away'
import { requireCan } from '@kerbside/schema/users/user'
import type { FormField } from '@kerbside/schema/quotes/form-definition'
import { mongo } from 'mongoose'
import { setTimeout as sleep } from 'node:timers/promises'
import { canaryMinutes } from '../config.ts'
import type { Context, Deps } from '../deps.ts'
import { queueStored } from '../events/publish-events.ts'
import { formOf } from '../pages/pages.service.ts'
import { leadOfRequest } from '../quotes/quotes.service.ts'

/** Milliseconds between two looks at whether a test lead is due, and whether those before it got through. */
const pauseMs = 15_000

/** Sends test leads until it is closed, and logs when they stop getting through. Does nothing where they are off. */
export function startCanary(deps: Deps) {
  const closing = new AbortController()
  const { signal } = closing
  const work = async () => {
    let isMissing = false
    while (!signal.aborted && canaryMinutes(deps.config) > 0) {
      await submitCanary(deps).catch((error: unknown) => {
        // Without MongoDB this is tried again soon; that it is away is reported by others.
        if (!isDatabaseAway(error)) deps.log.error({ err: error }, 'test lead not submitted')
      })
      // Without MongoDB nobody knows, and the next round asks again.
      const since = await canariesMissingSince(deps.now()).catch(() => null)
      if (since && !isMissing)
        deps.log.error({ since }, 'test leads do not get through: look at the worker and at Redis')
      if (!since && isMissing) deps.log.info('test leads get through again')
      isMissing = since !== null
      await sleep(pauseMs, undefined, { signal }).catch(() => {}) // closed meanwhile
    }
  }
  const running = work()
  return {
    close: async () => {
      closing.abort()
      await running
    },
  }
}

/**
 * Submits the test lead of this interval, unless another process has. It takes the way of a quote: the published form,
 * its checks, a durable write, the queue. What breaks on the way leaves a record that never arrives.
 */
export async function submitCanary(deps: Deps): Promise<boolean> {
  const at = deps.now()
  const _id = Math.floor(at.getTime() / (canaryMinutes(deps.config) * 60_000))
  if (!(await isFirst(_id, at))) return false
  const ctx: Context = { ...deps, viewer: null, client: { address: '127.0.0.1', requestId: `canary-${_id}` } }
  const { fields, version } = await formOf(deps, '/', null)
  const { lead } = await leadOfRequest(ctx, {
    transport: 'graphql',
    answers: answersTo(fields),
    page: '/',
    formVersion: version,
  })
  await CanaryModel.updateOne({ _id }, { lead }).setOptions({ writeConcern: { w: 'majority', wtimeoutMS: 10_000 } })
  await queueStored(deps, canaryJob(_id), { canary: _id })
  return true
}

async function isFirst(_id: number, submittedAt: Date): Promise<boolean> {
  try {
    await CanaryModel.create([{ _id, submittedAt }])
    return true
  } catch (error) {
    if (error instanceof mongo.MongoServerError && error.code === 11_000) return false
    throw error
  }
}

/** Good answers to whatever form is published; its addresses and numbers are reserved ones that nobody has. */
const answersTo = (fields: readonly FormField[]) =>
  Object.fromEntries(
    fields.filter(({ required, visible }) => required && visible).map((field) => [field.name, answerTo(field)]),
  )

function answerTo(field: FormField): string {
  if (field.name === 'postcode') return 'SW1A 1AA'
  if (field.type === 'select') return field.options?.[0]?.value ?? ''
  return samples[field.type] ?? 'Canary'
}
const samples: Partial<Record<FormField['type'], string>> = {
  email: 'canary@example.com',
  tel: '+447700900999',
  number: '1',
  date: '2030-01-01',
  url: 'https://example.com/',
  checkbox: 'yes',
}

export type CanaryAbsence = { since: Date }

/** Since when test leads do not get through; null while they do, and where none are sent. */
export async function currentCanaryAbsence(ctx: Context): Promise<CanaryAbsence | null> {
  requireCan(ctx.viewer, 'delivery:read')
  if (canaryMinutes(ctx.config) === 0) return null
  const since = await canariesMissingSince(ctx.now())
  return since && { since }
}
