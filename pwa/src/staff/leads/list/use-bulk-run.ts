import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { toLeadFilter, type LeadFilterState } from '../lead-filter.ts'
import { leadKeys, type LeadRow } from '../leads.queries.ts'
import { bulkApi, createBulkRun, emptyReport, type BulkAction, type BulkReport } from './bulk-run.ts'

/** What a dialog was opened for: it does not change with the list behind it. */
export type BulkTarget = {
  kind: BulkAction['kind']
  count: number
  isCapped: boolean
  /** The selected leads; null for all that match the filter. */
  leads: readonly LeadRow[] | null
  filter: LeadFilterState
}

type Phase = 'asking' | 'running' | 'failed' | 'stopped' | 'done'
type RunState = { phase: Phase; action: BulkAction | null; report: BulkReport; error: unknown }

/** Makes a change call by call, and can be stopped between two calls or go on after a failure. */
export function useBulkRun(
  { leads, filter }: BulkTarget,
  onFinished: (action: BulkAction, report: BulkReport) => void,
) {
  const client = useQueryClient()
  const [state, setState] = useState<RunState>({ phase: 'asking', action: null, report: emptyReport, error: null })
  const run = useRef<ReturnType<typeof createBulkRun> | null>(null)
  const isStopping = useRef(false)

  // Leaving the screen stops it too.
  useEffect(() => () => void (isStopping.current = true), [])
  useWarningBeforeUnload(state.phase === 'running')

  async function work(): Promise<void> {
    const current = run.current
    if (current === null) return
    isStopping.current = false
    const show = (phase: Phase, error: unknown = null) =>
      setState({ phase, action: current.action, report: current.report(), error })
    show('running')
    try {
      let isDone = false
      while (!isDone && !isStopping.current) {
        isDone = await current.step()
        show('running')
      }
      show(isDone ? 'done' : 'stopped')
      if (isDone) onFinished(current.action, current.report())
    } catch (error) {
      show('failed', error)
    } finally {
      void client.invalidateQueries({ queryKey: leadKeys.all })
    }
  }
  return {
    ...state,
    start: (action: BulkAction) => {
      run.current = createBulkRun(action, leads, bulkApi(toLeadFilter(filter)))
      void work()
    },
    goOn: () => void work(),
    stop: () => {
      isStopping.current = true
    },
  }
}

function useWarningBeforeUnload(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return
    const warn = (event: Event) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isNeeded])
}
