import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { graphql, subscribe } from '../../api/graphql.ts'
import { leadKeys } from './leads.queries.ts'

const LeadEvents = graphql(`
  subscription LeadEvents {
    leadEvents {
      kind
    }
  }
`)

/** Milliseconds between two reloads of what is shown, however much happens. */
const reloadMs = 1_000
/** Milliseconds before a connection that ended is made again: the first time, and at most. */
const retryMs = { first: 1_000, maximum: 8_000 }

/**
 * While the staff area is open, whatever it shows of leads is loaded again when one changes. Each connection begins with an
 * event, so that what happened without one is not missed. Without a connection the lists load every 30 seconds.
 */
export function useLeadUpdates(): void {
  const client = useQueryClient()
  useEffect(() => {
    const leaving = new AbortController()
    const reload = atMostEvery(reloadMs, () => void client.invalidateQueries({ queryKey: leadKeys.all }))
    void listen(reload, leaving.signal)
    return () => leaving.abort()
  }, [client])
}

async function listen(reload: () => void, signal: AbortSignal): Promise<void> {
  let wait = retryMs.first
  while (!signal.aborted) {
    const heard = () => {
      wait = retryMs.first
      reload()
    }
    await subscribe(LeadEvents, {}, heard, signal).catch(() => {}) // the screens' own queries report what is wrong
    await pause(wait, signal)
    wait = Math.min(wait * 2, retryMs.maximum)
  }
}

/** Ends early when the browser is online again, or when nobody waits any more. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = new AbortController()
    const end = () => {
      clearTimeout(timer)
      done.abort()
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    addEventListener('online', end, { signal: done.signal })
    signal.addEventListener('abort', end, { signal: done.signal })
  })
}

/** Runs at once, and again after the pause if it was called meanwhile. */
function atMostEvery(milliseconds: number, run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | null = null
  let isDue = false
  const start = () => {
    isDue = false
    run()
    timer = setTimeout(() => {
      timer = null
      if (isDue) start()
    }, milliseconds)
  }
  return () => {
    if (timer === null) start()
    else isDue = true
  }
}
