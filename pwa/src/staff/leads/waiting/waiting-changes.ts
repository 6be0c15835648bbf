import type { OneAtATime } from '@kerbside/schema/operation/one-at-a-time'
import { ApiError, mayPass, messageOf } from '../../../api/api-error.ts'
import type { Table } from '../../../offline/open-database.ts'
import { createConnection, type Away } from '../../../offline/outbox/connection.ts'
import { memoryTable } from '../../../offline/outbox/quote-store.ts'
import { createRetries } from '../../../offline/outbox/retries.ts'
import { sendWaiting, type When } from '../../../offline/outbox/sender.ts'
import type { LeadDetail } from '../lead.queries.ts'
import {
  leadChanges,
  type ChangedLead,
  type ChangeKind,
  type ChangeValues,
  type LeadChangeKind,
  type LeadPart,
} from './lead-changes.ts'
import { sendChange, type ChangeOutcome } from './send-change.ts'

/** `conflict`: a colleague's change of the same part came first. `rejected`: the server will never take it. */
export type ChangeState =
  | { kind: 'waiting' }
  | { kind: 'conflict'; by: string | null; theirs: string; isPossible: boolean; version: number; part: LeadPart }
  | { kind: 'rejected'; reason: string }

type ChangeOf<Kind extends ChangeKind> = {
  /** A UUID, by which the server knows a change that comes again. */
  id: string
  /** Who made it, and who alone sees and sends it. */
  userId: string
  kind: Kind
  value: ChangeValues[Kind]
  leadId: string
  leadTitle: string
  /** The version of the lead as it was seen. */
  version: number
  part: LeadPart
  /** Milliseconds since 1970; changes are sent in this order. */
  at: number
  /** It may have reached the server already. */
  isTried: boolean
  state: ChangeState
}
export type WaitingChange = { [Kind in ChangeKind]: ChangeOf<Kind> }[ChangeKind]
/** `id`: of one that may have been stored or sent already; it stays one change. */
export type NewChange = Pick<WaitingChange, 'kind' | 'value'> & { lead: ChangedLead; leadTitle: string; id?: string }

/** What became of the change that somebody is looking at. */
export type Outcome = ChangeOutcome | { kind: 'failed'; error: unknown } | { kind: 'waits' }

export type QueueWorld = {
  now: () => number
  table: Table<WaitingChange>
  /** The id of who is signed in. */
  person: () => string | null
  /** Whether changes may be kept from now on. */
  mayAdd: () => boolean
  /** Over all tabs, so that each change is sent once. */
  inTurn: OneAtATime
  newId: () => string
  send?: (change: WaitingChange) => Promise<ChangeOutcome>
  changed: () => void
}

export const kindOf = (change: WaitingChange) => leadChanges[change.kind] as LeadChangeKind<unknown>
const sendByKind = (change: WaitingChange) => {
  const { leadId: id, version, part, id: changeId, value } = change
  const { send, partOf } = kindOf(change)
  return sendChange({ send: (latest) => send(value, { id, version: latest, changeId }), partOf }, { id, version, part })
}

/** Changes of leads that staff made on a device of their own: stored before they are sent, and sent in order. */
export function createWaitingChanges(world: QueueWorld) {
  const { person, mayAdd, inTurn, now, newId, send = sendByKind } = world
  const { all, find, put, discard } = createChangesTable(world)
  const connection = createConnection(memoryTable(new Map()), now)
  // What cannot be read now stays stored, and the next try sends it.
  const retries = createRetries((when) => flush(undefined, when).catch(() => {}), now)
  let isStarted = false

  /** The stored changes, all at once, to be sent in this order; null where they cannot be stored. Each replaces an unsent one of the same part. */
  async function add(wanted: readonly NewChange[]): Promise<WaitingChange[] | null> {
    const userId = person()
    if (!mayAdd() || userId === null) return null
    const earlier = await all().catch(() => null)
    if (earlier === null) return null
    const start = Math.max(now(), ...earlier.map(({ at }) => at + 1))
    const changes = wanted.map(
      ({ id = newId(), kind, value, lead, leadTitle }, index) =>
        ({
          id,
          userId,
          kind,
          value,
          leadId: lead.id,
          leadTitle,
          version: lead.version,
          part: leadChanges[kind].partOf(lead),
          at: start + index,
          isTried: false,
          state: { kind: 'waiting' },
        }) as WaitingChange,
    )
    const places = new Set(changes.map(placeOf))
    const ids = new Set(changes.map(({ id }) => id))
    const isReplaced = (one: WaitingChange) =>
      places.has(placeOf(one)) && one.state.kind === 'waiting' && !one.isTried && !ids.has(one.id)
    const isStored = await put(...changes).then(
      () => true,
      () => false, // A browser that stores nothing: they are sent as on any other device.
    )
    if (!isStored) return null
    for (const { id } of earlier.filter(isReplaced)) await discard(id)
    return changes
  }

  /** Oldest first, and none of a part of which an earlier change is undecided. */
  async function waiting(): Promise<WaitingChange[]> {
    const held = new Set<string>()
    return (await all()).filter((change) => {
      const mayGo = change.state.kind === 'waiting' && !held.has(placeOf(change))
      if (!mayGo) held.add(placeOf(change))
      return mayGo
    })
  }

  /** Sends what waits. Of the watched change the error is the caller's. */
  async function flush(watched?: string, when: When = { evenEarly: true }): Promise<Outcome> {
    let outcome: Outcome = { kind: 'waits' }
    const settle = async (change: WaitingChange, result: Attempt) => {
      if (result.kind === 'away') return
      if (result.kind === 'made') await followOn(change, result.lead)
      if (result.kind === 'made' || change.id === watched) await discard(change.id)
      else await put({ ...change, isTried: true, state: stateAfter(change, result) })
      if (change.id === watched) outcome = result
    }
    await inTurn(() => sendWaiting({ waiting, send: attempt, settle, connection }, when))
    if (isStarted) retries.setNext(await connection.nextTryAt(await waiting()))
    return outcome
  }

  async function attempt(change: WaitingChange): Promise<Attempt> {
    if (!change.isTried) await put({ ...change, isTried: true })
    try {
      return await send(change)
    } catch (error) {
      // It waits for a server that cannot answer now, and for the person whose session has ended to sign in again.
      const isLater = mayPass(error) || (error instanceof ApiError && error.code === 'UNAUTHENTICATED')
      if (!isLater) return { kind: 'failed', error }
      return { kind: 'away', retryAfterSeconds: (error instanceof ApiError && error.retryAfter) || null }
    }
  }

  /** Later changes of the same part were made on top of this one, unless a colleague has changed it since. */
  async function followOn(made: WaitingChange, lead: LeadDetail): Promise<void> {
    const { partOf, partAfter } = kindOf(made)
    const part = partAfter(made.value)
    const isStill = partOf(lead) === part
    const later = (await all()).filter((one) => one.id !== made.id && placeOf(one) === placeOf(made))
    for (const change of later) await put({ ...change, part, ...(isStill && { version: lead.version }) })
  }

  /** Makes the change in spite of the colleague's value that was shown. */
  async function insist(id: string): Promise<void> {
    const change = await find(id)
    if (change?.state.kind !== 'conflict') return
    const { version, part } = change.state
    await put({ ...change, version, part, state: { kind: 'waiting' } })
  }

  return {
    all,
    add,
    flush,
    discard,
    insist,
    /** All that the person who logs out has changed and not sent. */
    discardAll: async () => discard(...(await all()).map(({ id }) => id)),
    /** Tries again from now on: at once, when something happens, and by the clock. */
    start(page: { window: Window; document: Document }) {
      if (!isStarted) retries.listen(page)
      isStarted = true
      void flush().catch(() => {}) // The next try sends it.
    },
  }
}

type Attempt = ChangeOutcome | { kind: 'failed'; error: unknown } | Away

/** The changes that are stored for the person who is signed in, oldest first. */
function createChangesTable({ table, person, changed }: Pick<QueueWorld, 'table' | 'person' | 'changed'>) {
  const all = async () => {
    const userId = person()
    const changes = userId === null ? [] : await table.all()
    return changes.filter((change) => change.userId === userId).sort((a, b) => a.at - b.at)
  }
  const find = async (id: string) => (await all()).find((change) => change.id === id)

  async function put(...changes: WaitingChange[]): Promise<void> {
    await table.put(...changes)
    changed()
  }
  async function discard(...ids: string[]): Promise<void> {
    for (const id of ids) await table.remove(id)
    changed()
  }
  return { all, find, put, discard }
}

/** Changes of one part of one lead wait for each other; a note and a call wait for nothing. */
const placeOf = ({ id, leadId, kind }: WaitingChange) => (kind === 'note' || kind === 'call' ? id : `${leadId} ${kind}`)

function stateAfter(change: WaitingChange, result: Exclude<Outcome, { kind: 'made' | 'waits' }>): ChangeState {
  if (result.kind === 'failed') return { kind: 'rejected', reason: messageOf(result.error) }
  const { latest } = result
  const { by, theirs, partOf, possible } = kindOf(change)
  return {
    kind: 'conflict',
    by: by(latest) ?? null,
    theirs: theirs(latest),
    isPossible: possible?.(latest, change.value) ?? true,
    version: latest.version,
    part: partOf(latest),
  }
}
