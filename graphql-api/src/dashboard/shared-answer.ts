import type { Settings } from '@kerbside/schema/settings/settings'
import { requireCan } from '@kerbside/schema/users/user'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Context, LeadEvents } from '../deps.ts'

/** For so long an answer is given again while no lead changes: dashboards of many colleagues cost as much as one. */
const sharedMs = 5_000
/** Milliseconds between two computations of an answer, however often leads change. */
const pauseMs = 750

/** `changeCount`: of the leads when its computation began; null as long as it has not. */
type Answer = { at: number; changeCount: number | null; isDone: boolean; value: Promise<unknown> }

/** By the updates of an api process, so that two apps in one process share nothing. */
const answers = new WeakMap<LeadEvents, Map<string, Answer>>()

/**
 * The same for everybody who may read leads, so one answer does for all. An answer from before the latest change of a lead
 * is not given again. Whoever asks during a computation or too soon after it waits for the next one together with the others.
 */
export const shared =
  <T>(name: string, read: (now: Date, settings: Settings) => Promise<T>) =>
  (ctx: Context): Promise<T> => {
    requireCan(ctx.viewer, 'lead:read')
    const known = answers.get(ctx.leadEvents) ?? new Map<string, Answer>()
    answers.set(ctx.leadEvents, known)
    const now = ctx.now().getTime()
    const latest = known.get(name)
    const age = latest ? now - latest.at : Number.POSITIVE_INFINITY
    if (latest && isGood(latest, age, ctx)) return latest.value as Promise<T>

    const answer: Answer = { at: now, changeCount: null, isDone: false, value: Promise.resolve() }
    const compute = async () => {
      if (latest && !latest.isDone) await latest.value.catch(() => {}) // whoever waits for it hears of the failure
      if (age >= 0 && age < pauseMs) await sleep(pauseMs - age)
      const begun = ctx.now()
      answer.at = begun.getTime()
      answer.changeCount = ctx.leadEvents.changeCount()
      return read(begun, ctx.settings())
    }
    const value = compute()
    answer.value = value
    known.set(name, answer)
    value
      .finally(() => (answer.isDone = true))
      // A failure is not given again.
      .catch(() => known.get(name) === answer && known.delete(name))
    return value
  }

function isGood({ changeCount }: Answer, age: number, { leadEvents }: Context): boolean {
  if (changeCount === null) return true
  return age >= 0 && age < sharedMs && changeCount === leadEvents.changeCount()
}
