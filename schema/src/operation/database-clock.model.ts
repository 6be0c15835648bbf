import mongoose from 'mongoose'
import type { Logger } from 'pino'

/** Milliseconds between two looks at the database's clock. */
const readEvery = 10_000

/** Milliseconds by which clocks may differ and count as the same. */
const toleranceMs = 1_000

/** `now` is the database's time. `refresh` compares the clocks now, and so does a timer until `close`. */
export type DatabaseClock = {
  now: () => Date
  refresh: () => Promise<void>
  /** Whether the clocks have been compared; the first to ask has it done. */
  isKnown: () => Promise<boolean>
  close: () => void
}

/**
 * The clock by which all processes decide: claims, the end of offers and of sessions. It is the database's, because the
 * machines' own may differ: with one two hours ahead an email that another worker is sending would look abandoned, and
 * offers would end before the time that their emails name. Before the first answer it is this machine's.
 */
export function watchDatabaseClock(log: Pick<Logger, 'warn' | 'info'>): DatabaseClock {
  let aheadMs = 0 // the database's clock before ours
  let isCompared = false
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  const refresh = async () => {
    const asked = Date.now()
    const answer = await mongoose.connection.db?.admin().command({ hello: 1 })
    const answered = Date.now()
    const time = (answer?.['localTime'] as Date | undefined)?.getTime()
    if (time === undefined) return
    isCompared = true
    // The clock was read somewhere between question and answer, which a busy machine keeps far apart.
    const [least, most] = [time - answered, time - asked]
    if (aheadMs >= least - toleranceMs && aheadMs <= most + toleranceMs) return
    const agree = least <= toleranceMs && most >= -toleranceMs
    aheadMs = agree ? 0 : Math.round((least + most) / 2)
    const seconds = Math.round(-aheadMs / 1_000)
    if (agree) log.info('the clock of this machine is right again')
    else log.warn({ seconds }, 'the clock of this machine is ahead of MongoDB’s by so many seconds; MongoDB’s counts')
  }
  const follow = async () => {
    if (mongoose.connection.readyState === mongoose.ConnectionStates.connected) {
      await refresh().catch((error: unknown) => log.warn({ err: error }, 'the clock of MongoDB could not be read'))
    }
    if (!isClosed) timer = setTimeout(() => void follow(), readEvery).unref()
  }
  void follow()

  return {
    now: () => new Date(Date.now() + aheadMs),
    refresh,
    async isKnown() {
      if (!isCompared) await refresh()
      return isCompared
    },
    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}
