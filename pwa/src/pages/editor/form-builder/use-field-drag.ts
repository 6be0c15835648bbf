import {
  closestCenter,
  KeyboardSensor,
  PointerSensor,
  pointerWithin,
  useSensor,
  useSensors,
  type Announcements,
  type CollisionDetection,
  type DragEndEvent,
  type DragMoveEvent,
} from '@dnd-kit/core'
import { sortableKeyboardCoordinates } from '@dnd-kit/sortable'
import type { FormField, FormLayout } from '@kerbside/schema/quotes/form-definition'
import { useState } from 'react'
import { edgeAt } from './drop-edge.ts'
import { dropField, moveTo, type Edge } from './layout-moves.ts'

/** `here`: by keyboard, where there is no pointer to be nearer to one edge. */
export type DropTarget = { over: string; edge: Edge | 'here' }

type Input = {
  fields: readonly FormField[]
  layout: FormLayout
  /** Whether fields are drawn side by side now. */
  sideBySide: () => boolean
  place: (layout: FormLayout) => void
}

const collisions: CollisionDetection = (args) => {
  const under = pointerWithin(args)
  return under.length > 0 || args.pointerCoordinates ? under : closestCenter(args)
}

/** Dragging fields by pointer, finger or keyboard. */
export function useFieldDrag({ fields, layout, sideBySide, place }: Input) {
  const [dragged, setDragged] = useState<string | null>(null)
  const [target, setTarget] = useState<DropTarget | null>(null)
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 5 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const half = (id: string) => fields.find((field) => field.id === id)?.width === 'half'

  function targetOf({ active, over, activatorEvent, delta }: DragMoveEvent): DropTarget | null {
    if (!over || over.id === active.id) return null
    const id = String(over.id)
    if (!(activatorEvent instanceof MouseEvent)) return { over: id, edge: 'here' }
    const pointer = { x: activatorEvent.clientX + delta.x, y: activatorEvent.clientY + delta.y }
    return { over: id, edge: edgeAt(pointer, over.rect, sideBySide() && half(id) && half(String(active.id))) }
  }
  function move(event: DragMoveEvent): void {
    const next = targetOf(event)
    setTarget((now) => (now?.over === next?.over && now?.edge === next?.edge ? now : next))
  }
  function end(event: DragEndEvent): void {
    const wanted = targetOf(event)
    const id = String(event.active.id)
    setDragged(null)
    setTarget(null)
    if (!wanted) return
    const { over, edge } = wanted
    place(edge === 'here' ? moveTo(fields, layout, id, over) : dropField(fields, layout, { id, over, edge }))
  }
  const cancel = () => {
    setDragged(null)
    setTarget(null)
  }
  return {
    dragged,
    target,
    context: {
      sensors,
      collisionDetection: collisions,
      accessibility: { announcements: announcementsFor(fields), screenReaderInstructions },
      onDragStart: ({ active }: Pick<DragMoveEvent, 'active'>) => setDragged(String(active.id)),
      onDragMove: move,
      onDragEnd: end,
      onDragCancel: cancel,
    },
  }
}

const screenReaderInstructions = {
  draggable:
    'To move a field press Space, choose its place with the arrow keys and press Space again. Escape leaves it where it was.',
}

function announcementsFor(fields: readonly FormField[]): Announcements {
  const name = (id: string | number) => fields.find((field) => field.id === id)?.label ?? ''
  return {
    onDragStart: ({ active }) => `Picked up ${name(active.id)}.`,
    onDragOver: ({ active, over }) => (over ? `${name(active.id)} is at the place of ${name(over.id)}.` : undefined),
    onDragEnd: ({ active, over }) =>
      over ? `${name(active.id)} was put at the place of ${name(over.id)}.` : `${name(active.id)} stays where it was.`,
    onDragCancel: ({ active }) => `${name(active.id)} stays where it was.`,
  }
}
