import {
  closestCenter,
  KeyboardSensor,
  PointerSensor,
  pointerWithin,
  useSensor,
  useSensors,
  type Announcements,
  type Collision,
  type CollisionDetection,
  type DragEndEvent,
  type DragMoveEvent,
} from '@dnd-kit/core'
import { sortableKeyboardCoordinates } from '@dnd-kit/sortable'
import type { FormField } from '@kerbside/schema/quotes/form-definition'
import { useState } from 'react'
import { dropField, moveTo, type Edge } from './layout-moves.ts'
import type { FormBuilderState } from './use-form-builder.ts'

/** `here`: by keyboard, where there is no pointer to be nearer to one edge. */
export type DropTarget = { over: string; edge: Edge | 'here' }

type Box = { left: number; top: number; width: number; height: number }
export type Point = { x: number; y: number }

/** Which edge of a card the pointer is nearest to; the sides count only where fields may stand side by side. */
export function edgeAt({ x, y }: Point, card: Box, sideways: boolean): Edge {
  const across = card.width === 0 ? 0.5 : (x - card.left) / card.width
  if (sideways && across < 0.3) return 'left'
  if (sideways && across > 0.7) return 'right'
  return y < card.top + card.height / 2 ? 'above' : 'below'
}

/** How far a point is from a card, sideways and upright; 0 within. */
export function distanceTo({ x, y }: Point, { left, top, width, height }: Box): { across: number; down: number } {
  const outside = (value: number, start: number, length: number) => Math.max(start - value, 0, value - start - length)
  return { across: outside(x, left, width), down: outside(y, top, height) }
}

/** The card nearest to a pointer between the cards, or in the empty half of a row. */
function nearTo(
  pointer: Point,
  { droppableContainers, droppableRects }: Parameters<CollisionDetection>[0],
): Collision[] {
  const distances = droppableContainers.flatMap((container) => {
    const card = droppableRects.get(container.id)
    return card ? [{ id: container.id, data: { droppableContainer: container }, ...distanceTo(pointer, card) }] : []
  })
  const [first] = distances
    .filter(({ down }) => down <= gap)
    .toSorted((one, other) => one.down - other.down || one.across - other.across)
  return first ? [first] : []
}

/** Pixels above or below a card that still count as its own. */
const gap = 12

/** The card under the pointer, with the pointer's position: the drag event has only the distance since its start. */
const withPointer: CollisionDetection = (args) => {
  const pointer = args.pointerCoordinates
  if (!pointer) return closestCenter(args)
  const under = pointerWithin(args)
  const found = under.length > 0 ? under : nearTo(pointer, args)
  return found.map(({ id, data }) => ({ id, data: { ...data, pointer } }))
}

/** Dragging fields by pointer, finger or keyboard. `sideBySide`: whether fields are drawn side by side now. */
export function useFieldDrag({ fields, place }: FormBuilderState, sideBySide: () => boolean) {
  const [dragged, setDragged] = useState<string | null>(null)
  const [target, setTarget] = useState<DropTarget | null>(null)
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 5 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const half = (id: string) => fields.find((field) => field.id === id)?.width === 'half'

  function targetOf({ active, over, collisions }: DragMoveEvent): DropTarget | null {
    if (!over || over.id === active.id) return null
    const id = String(over.id)
    const pointer: Point | undefined = collisions?.find((one) => one.id === over.id)?.data?.['pointer']
    if (!pointer) return { over: id, edge: 'here' }
    return { over: id, edge: edgeAt(pointer, over.rect, sideBySide() && half(id) && half(String(active.id))) }
  }
  function move(event: DragMoveEvent): void {
    const next = targetOf(event)
    setTarget((now) => (now?.over === next?.over && now?.edge === next?.edge ? now : next))
  }
  function cancel(): void {
    setDragged(null)
    setTarget(null)
  }
  function end(event: DragEndEvent): void {
    cancel()
    const wanted = targetOf(event)
    if (!wanted) return
    const id = String(event.active.id)
    const { over, edge } = wanted
    place((now, layout) =>
      edge === 'here' ? moveTo(now, layout, id, over) : dropField(now, layout, { id, over, edge }),
    )
  }
  return {
    dragged,
    target,
    context: {
      sensors,
      collisionDetection: withPointer,
      accessibility: { announcements: announcementsFor(fields), screenReaderInstructions },
      onDragStart: ({ active }: Pick<DragMoveEvent, 'active'>) => setDragged(String(active.id)),
      onDragMove: move,
      onDragOver: move,
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
