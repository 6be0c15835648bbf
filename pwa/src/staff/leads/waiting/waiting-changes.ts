import { ApiError, mayPass, messageOf } from '../../../api/api-error.ts'
import type { Copy } from '../../../api/own-device/encrypted-store.ts'
import type { LeadDetail } from '../lead.queries.ts'
import type { OneAtATime } from '@kerbside/schema/operation/one-at-a-time'
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

type Table = {
  all(kind: 'change'): Promise<Copy[]>
  /** All of them or none. */
  putAll(kind: 'change', changes: readonly { key: string; value: WaitingChange; at: number }[]): Promise<void>
  remove(kind: 'change', id: string): Promise<void>
}
export type QueueWorld = {
  /** That of the person who is signed in; null where nothing may be kept and nothing is left. */
  table: () => Promise<Table | null>
  /** Whether changes may be kept from now on. */
  mayAdd?: () => boolean
  /** Over all tabs, so that each change is sent once. */
  inTurn: OneAtATime
  now: () => number
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
  const { table, mayAdd = () => true, inTurn, now, newId, send = sendByKind, changed } = world
  const { all, find, put, discard } = createChangesTable({ table, changed })

  /** The stored changes, all at once, to be sent in this order; null where they cannot be stored. Each replaces an unsent one of the same part. */
  async function add(wanted: readonly NewChange[]): Promise<WaitingChange[] | null> {
    if (!mayAdd() || (await table()) === null) return null
    const earlier = await all()
    const start = Math.max(now(), ...earlier.map(({ at }) => at + 1))
    const changes = wanted.map(
      ({ id = newId(), kind, value, lead, leadTitle }, index) =>
        ({
          id,
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
    await put(...changes)
    for (const { id } of earlier.filter(isReplaced)) await discard(id)
    return changes
  }

  /** Sends what waits, oldest first, until the server cannot be reached. Of the watched one the error is the caller's. */
  const flush = (watched?: string): Promise<Outcome> =>
    inTurn(async () => {
      let outcome: Outcome = { kind: 'waits' }
      const held = new Set<string>()
      const own = await table()
      for (const { id } of await all()) {
        // Somebody else has signed in meanwhile.
        if ((await table()) !== own) break
        const change = await find(id)
        if (!change) continue
        if (change.state.kind !== 'waiting' || held.has(placeOf(change))) {
          held.add(placeOf(change))
          continue
        }
        const result = await attempt(change)
        if (result.kind === 'waits') break
        if (result.kind === 'made') await followOn(change, result.lead)
        if (result.kind === 'made' || id === watched) await discard(id)
        else {
          held.add(placeOf(change))
          await put({ ...change, isTried: true, state: stateAfter(change, result) })
        }
        if (id === watched) outcome = result
      }
      return outcome
    })

  async function attempt(change: WaitingChange): Promise<Outcome> {
    if (!change.isTried) await put({ ...change, isTried: true })
    try {
      return await send(change)
    } catch (error) {
      // It waits for a server that cannot answer now, and for the person whose session has ended to sign in again.
      const isLater = mayPass(error) || (error instanceof ApiError && error.code === 'UNAUTHENTICATED')
      return isLater ? { kind: 'waits' } : { kind: 'failed', error }
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

  return { all, add, flush, discard, insist }
}

/** The changes that are stored for the person who is signed in. */
function createChangesTable({ table, changed }: Pick<QueueWorld, 'table' | 'changed'>) {
  async function all(): Promise<WaitingChange[]> {
    const copies = (await (await table())?.all('change')) ?? []
    return copies.map(({ value }) => value as WaitingChange)
  }
  const find = async (id: string) => (await all()).find((change) => change.id === id)

  async function put(...changes: WaitingChange[]): Promise<void> {
    await (
      await table()
    )?.putAll(
      'change',
      changes.map((value) => ({ key: value.id, value, at: value.at })),
    )
    changed()
  }
  async function discard(id: string): Promise<void> {
    await (await table())?.remove('change', id)
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
