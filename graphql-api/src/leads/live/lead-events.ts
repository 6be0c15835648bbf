import { AppError } from '@kerbside/schema/errors'
import type { Lead } from '@kerbside/schema/leads/lead'
import { LeadModel, toLead } from '@kerbside/schema/leads/lead.model'
import { requireCan } from '@kerbside/schema/users/user'
import type { mongo } from 'mongoose'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Context, LeadEvent, LeadEvents } from '../../deps.ts'

const reload: LeadEvent = { kind: 'reload', leadId: null, lead: async () => null }

/** Milliseconds for which changes are collected: a new lead is written several times in a row. */
const collectMs = 250
/** Leads that are reported one by one; when there are more, whoever listens loads what it shows again. */
const maxAtOnce = 50
/** Milliseconds before a watch that broke is begun again. */
const retryMs = 1_000

/** What this needs of a change that MongoDB reports. A dropped collection has no key. */
type Change = { operationType: string; documentKey?: { _id: number } }
type Changes = mongo.ChangeStream<mongo.Document, Change & mongo.ChangeStreamDocument>

/**
 * Tells who listens of every change of a lead, whichever process made it. One change stream serves all of them, and there
 * is none while nobody listens or counts. See docs/decisions/0024-live-leads.md.
 */
export function createLeadEvents(log: Logger): LeadEvents {
  const listeners = new Set<(events: readonly LeadEvent[]) => void>()
  let watching: Promise<void> | null = null
  let changes: Changes | null = null
  let closed = false
  let changeCount = 0
  let isCounting = false

  const tell = (events: readonly LeadEvent[]) => {
    for (const listener of listeners) listener(events)
  }
  const collect = createCollector(tell)
  const report = (change: Change) => {
    changeCount += 1
    collect(change)
  }
  const isWanted = () => (listeners.size > 0 || isCounting) && !closed

  async function watch(): Promise<void> {
    while (isWanted()) {
      const opened = openChanges()
      changes = opened
      try {
        // Its answer means that the server watches: what happens from now on is reported.
        const first = await opened.tryNext()
        if (first) report(first)
        changeCount += 1 // what happened before is not known
        tell([reload])
        for await (const change of opened) report(change)
      } catch (error) {
        if (changes !== opened) continue // closed by us
        log.warn({ err: error }, 'leads are not watched; trying again')
        await sleep(retryMs)
      }
    }
    watching = null
  }

  async function stopWatching() {
    const opened = changes
    changes = null
    await opened?.close().catch(() => {}) // a connection that is gone has closed it
  }

  async function* listen(signal: AbortSignal): AsyncGenerator<LeadEvent> {
    const inbox = createInbox()
    signal.addEventListener('abort', inbox.wake)
    listeners.add(inbox.add)
    if (watching) inbox.add([reload])
    else watching = watch()
    try {
      while (!signal.aborted && !closed) yield* await inbox.take()
    } finally {
      signal.removeEventListener('abort', inbox.wake)
      listeners.delete(inbox.add)
      if (!isWanted()) await stopWatching()
    }
  }

  function close() {
    closed = true
    tell([])
    void stopWatching()
  }
  return {
    listen,
    close,
    changeCount: () => {
      isCounting = true
      if (!closed) watching ??= watch()
      return changeCount
    },
  }
}

function openChanges(): Changes {
  const { db, collection } = LeadModel
  const wanted = [{ $project: { operationType: 1, documentKey: 1 } }]
  return db.collection(collection.collectionName).watch(wanted, { maxAwaitTimeMS: 1_000 }) as unknown as Changes
}

/** What one listener has yet to hear. Of too many events it hears only that it must load everything again. */
function createInbox() {
  let pending: LeadEvent[] = []
  let wake = () => {}
  return {
    add(events: readonly LeadEvent[]) {
      pending = pending.length + events.length > maxAtOnce ? [reload] : [...pending, ...events]
      wake()
    },
    /** Ends the wait for events, also without any. */
    wake: () => wake(),
    /** Waits until there are events, or somebody wakes it. */
    async take(): Promise<LeadEvent[]> {
      if (pending.length === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      const events = pending
      pending = []
      return events
    },
  }
}

/** Reports each changed lead once, however often it was written meanwhile. */
function createCollector(tell: (events: readonly LeadEvent[]) => void) {
  let kinds = new Map<number, LeadEvent['kind']>()
  let timer: NodeJS.Timeout | null = null
  const flush = () => {
    const collected = kinds
    kinds = new Map()
    timer = null
    tell(collected.size > maxAtOnce ? [reload] : [...collected].map(([leadId, kind]) => eventOf(leadId, kind)))
  }
  return ({ operationType, documentKey }: Change) => {
    if (!documentKey) return tell([reload])
    const known = kinds.get(documentKey._id)
    if (operationType === 'insert') kinds.set(documentKey._id, 'received')
    else if (operationType === 'delete') kinds.set(documentKey._id, 'deleted')
    else if (known === undefined) kinds.set(documentKey._id, 'changed')
    timer ??= setTimeout(flush, collectMs)
  }
}

function eventOf(leadId: number, kind: LeadEvent['kind']): LeadEvent {
  let reading: Promise<Lead | null> | null = null
  const read = async () => {
    const record = await LeadModel.findById(leadId).lean()
    return record && toLead(record)
  }
  return { kind, leadId, lead: () => (reading ??= read()) }
}

/** Streams that one session may have open at a time: each tab has one. */
const streamsPerSession = 20
const openStreams = new Map<string, number>()

/** The permission is checked anew for each event: who may no longer read leads hears of none. */
export async function* leadEvents(ctx: Context): AsyncGenerator<LeadEvent> {
  requireCan(ctx.viewer, 'lead:read')
  const { signal, currentViewer } = ctx
  if (!signal || !currentViewer) throw new Error('A subscription needs a connection')
  const { sessionId } = ctx.viewer
  const open = openStreams.get(sessionId) ?? 0
  if (open >= streamsPerSession) throw new AppError('RATE_LIMITED', tooManyStreams, { retryAfter: 60 })
  openStreams.set(sessionId, open + 1)
  try {
    for await (const event of ctx.leadEvents.listen(signal)) {
      requireCan(await currentViewer(), 'lead:read')
      yield event
    }
  } finally {
    const left = (openStreams.get(sessionId) ?? 1) - 1
    if (left === 0) openStreams.delete(sessionId)
    else openStreams.set(sessionId, left)
  }
}

const tooManyStreams = 'Too many open windows listen for leads. Close some of them.'
