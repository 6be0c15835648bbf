import type { Away, createConnection, Wait } from './connection.ts'

export type Sending<Entry, Result> = {
  /** What may be sent, in its order. Asked for again before each try. */
  waiting: () => Promise<readonly Entry[]>
  send: (entry: Entry) => Promise<Result>
  /** Stores how the try ended. */
  settle: (entry: Entry, result: Result) => Promise<void>
  connection: ReturnType<typeof createConnection>
}

/** `evenEarly`: something happened that makes a try worth while before the back-off has run out. */
export type When = { evenEarly: boolean }

/**
 * The one way in which what waits on this device is sent, to be called under a lock: one at a time, in order, until the
 * first sign that the server is away. Once it has taken one, all the others go too, also those that were to wait.
 */
export async function sendWaiting<Entry extends { id: string } & Partial<Wait>, Result extends { kind: string }>(
  { waiting, send, settle, connection }: Sending<Entry, Result | Away>,
  { evenEarly }: When,
): Promise<void> {
  if (!evenEarly && !(await connection.mayTry())) return
  const tried = new Set<string>()
  let isWell = evenEarly
  const next = async () =>
    (await waiting()).find((entry) => !tried.has(entry.id) && (isWell || connection.isOver(entry)))
  for (let entry = await next(); entry; entry = await next()) {
    tried.add(entry.id)
    const result = await send(entry)
    await settle(entry, result)
    if (isAway(result)) return connection.wasAway(result)
    // Something else goes first.
    if (result.kind === 'stopped') return
    await connection.hasAnswered()
    isWell ||= result.kind === 'sent'
  }
}

const isAway = (result: { kind: string }): result is Away => result.kind === 'away'
