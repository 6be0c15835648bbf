import {
  closestCenter,
  KeyboardSensor,
  MouseSensor,
  pointerWithin,
  TouchSensor,
  useSensor,
  useSensors,
  type Announcements,
  type CollisionDetection,
  type DragEndEvent,
  type KeyboardCoordinateGetter,
} from '@dnd-kit/core'
import { canMove } from '@kerbside/schema/leads/lead'
import { useState } from 'react'
import { asStatus, nameOf, statusLabels, statusNames } from '../lead-labels.ts'
import type { LeadStatusName } from '../leads.queries.ts'
import type { BoardLead } from './board.queries.ts'

/** A card says which lead it is and in which column it stands. */
export type Dragged = { lead: BoardLead; status: LeadStatusName }

/** A card may also be put back where it was. */
export const mayDrop = ({ status }: Pick<Dragged, 'status'>, onto: LeadStatusName): boolean =>
  status === onto || canMove(asStatus(status), asStatus(onto))

const underPointer: CollisionDetection = (args) => (args.pointerCoordinates ? pointerWithin(args) : closestCenter(args))

/** An arrow leads to the next column that takes the card. */
const toColumn: KeyboardCoordinateGetter = (
  event,
  { currentCoordinates, context: { active, over, droppableRects } },
) => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.code]
  const dragged = active?.data.current as Dragged | undefined
  if (step === undefined || !dragged) return undefined
  event.preventDefault()
  const onto = statusNames.indexOf((over?.id ?? dragged.status) as LeadStatusName)
  const ahead = step === 1 ? statusNames.slice(onto + 1) : statusNames.slice(0, onto).toReversed()
  const next = ahead.find((status) => mayDrop(dragged, status))
  const rect = next && droppableRects.get(next)
  return rect ? { x: rect.left, y: currentCoordinates.y } : undefined
}

/** Dragging cards by mouse, by finger after a long press, or by keyboard. */
export function useBoardDrag(onMove: (lead: BoardLead, to: LeadStatusName) => void) {
  const [dragged, setDragged] = useState<Dragged | null>(null)
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 5 } }),
    // A shorter touch scrolls.
    useSensor(TouchSensor, { activationConstraint: { delay: 250, tolerance: 8 } }),
    useSensor(KeyboardSensor, {
      coordinateGetter: toColumn,
      // Enter opens the menu of the same button.
      keyboardCodes: { start: ['Space'], cancel: ['Escape'], end: ['Space', 'Enter', 'Tab'] },
    }),
  )
  function end({ active, over }: DragEndEvent): void {
    setDragged(null)
    const { lead, status } = active.data.current as Dragged
    const to = over?.id as LeadStatusName | undefined
    if (to !== undefined && to !== status) onMove(lead, to)
  }
  return {
    dragged,
    context: {
      sensors,
      collisionDetection: underPointer,
      accessibility: { announcements, screenReaderInstructions },
      onDragStart: ({ active }: Pick<DragEndEvent, 'active'>) => setDragged(active.data.current as Dragged),
      onDragEnd: end,
      onDragCancel: () => setDragged(null),
    },
  }
}

const screenReaderInstructions = {
  draggable:
    'To move a lead press Space, choose a column with the arrow keys and press Space again. Escape leaves it where it was. Enter opens a menu of the columns.',
}

type Active = Parameters<Announcements['onDragStart']>[0]['active']
const draggedOf = (active: Active) => active.data.current as Dragged
const columnName = (id: string | number) => statusLabels[id as LeadStatusName].label
const stays = (active: Active) => `${nameOf(draggedOf(active).lead)} stays in ${columnName(draggedOf(active).status)}.`

export const announcements: Announcements = {
  onDragStart: ({ active }) =>
    `Picked up ${nameOf(draggedOf(active).lead)} from ${columnName(draggedOf(active).status)}.`,
  onDragOver: ({ active, over }) =>
    over
      ? `${nameOf(draggedOf(active).lead)} is over ${columnName(over.id)}.`
      : `${nameOf(draggedOf(active).lead)} is over no column.`,
  onDragEnd: ({ active, over }) =>
    over && over.id !== draggedOf(active).status
      ? `${nameOf(draggedOf(active).lead)} was put into ${columnName(over.id)}.`
      : stays(active),
  onDragCancel: ({ active }) => stays(active),
}
