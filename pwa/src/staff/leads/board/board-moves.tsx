import { Button } from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { DialogFrame } from '../../ui/dialogs/confirm-dialog.tsx'
import { useFreshDialog } from '../../ui/dialogs/fresh-dialog.tsx'
import { ChangeNotice } from '../detail/work/change-notice.tsx'
import { LostDialog, useMoveLead } from '../detail/work/lead-status.tsx'
import { leadTitle } from '../lead-labels.ts'
import { leadDetail } from '../lead.queries.ts'
import { leadKeys, type LeadStatusName } from '../leads.queries.ts'
import { useWaitingChanges } from '../waiting/use-waiting.ts'
import type { BoardLead } from './board.queries.ts'

/** `isMade`: sent, or stored on this device; the columns may not have it yet. */
type Move = { id: number; lead: BoardLead; to: LeadStatusName; note: string | null; isMade: boolean }

/**
 * Moves of leads between columns: being made, or waiting for a connection. `places`: where a lead stands that was moved.
 * `shown` is to be rendered: the question about a lost lead, and what did not work.
 */
export function useBoardMoves() {
  const [moves, setMoves] = useState<readonly Move[]>([])
  const add = (lead: BoardLead, to: LeadStatusName, note: string | null) =>
    setMoves((all) => {
      // The columns may not have the move before this one yet, which the person has seen.
      const status = all.findLast((move) => move.lead.id === lead.id)?.to ?? lead.status
      return [...all, { id: (all.at(-1)?.id ?? 0) + 1, lead: { ...lead, status }, to, note, isMade: false }]
    })
  const lost = useFreshDialog((lead: BoardLead, state) => (
    <LostDialog
      {...state}
      onConfirm={(note) => {
        state.onClose()
        add(lead, 'LOST', note)
      }}
    />
  ))
  const waiting = useWaitingMoves()
  const shown = (
    <>
      {lost.dialog}
      {moves.map((move) => (
        <MadeMove
          key={move.id}
          move={move}
          isNext={moves.find(({ lead, isMade }) => lead.id === move.lead.id && !isMade) === move}
          onMade={() => setMoves((all) => all.map((one) => (one.id === move.id ? { ...one, isMade: true } : one)))}
          onEnd={() => setMoves((all) => all.filter(({ id }) => id !== move.id))}
        />
      ))}
    </>
  )
  return {
    move: (lead: BoardLead, to: LeadStatusName) => (to === 'LOST' ? lost.open(lead) : add(lead, to, null)),
    waiting,
    isMoving: (id: string) => moves.some(({ lead }) => lead.id === id),
    places: new Map([...waiting, ...moves.map(({ lead, to }): [string, LeadStatusName] => [lead.id, to])]),
    shown,
  }
}

/** Of the leads whose move is stored on this device and not sent yet. */
function useWaitingMoves(): Map<string, LeadStatusName> {
  return new Map(
    useWaitingChanges().flatMap((change): [string, LeadStatusName][] =>
      change.kind === 'status' && change.state.kind === 'waiting' ? [[change.leadId, change.value.to]] : [],
    ),
  )
}

type MadeMoveProps = { move: Move; isNext: boolean; onMade: () => void; onEnd: () => void }

/** Makes a move once, after those of the same lead before it, like the lead's own page; it ends when the columns have it, or when the person has read why not. */
function MadeMove({ move: { lead, to, note }, isNext, onMade, onEnd }: MadeMoveProps) {
  const client = useQueryClient()
  const result = useMoveLead(lead)
  const { change, pending, error, conflict, forget } = result
  const isStarted = useRef(false)
  // After a conflict the cache has the colleague's.
  const { data: latest } = useQuery({ ...leadDetail(lead.id), enabled: false })
  const hasFailed = error !== null || conflict !== null
  const advance = useEffectEvent(() => {
    if (!isNext) return
    if (!isStarted.current) {
      isStarted.current = true
      return change({ to, note })
    }
    if (pending !== null || hasFailed) return
    // The next move of the lead is not kept waiting by columns that cannot be loaded.
    onMade()
    void client.invalidateQueries({ queryKey: leadKeys.board }).finally(onEnd)
  })
  useEffect(() => advance(), [isNext, pending, hasFailed])
  return (
    <DialogFrame
      open={hasFailed}
      onClose={forget}
      title={leadTitle(lead)}
      actions={<Button onClick={forget}>Close</Button>}
    >
      {latest && <ChangeNotice kind="status" lead={latest} result={result} />}
    </DialogFrame>
  )
}
