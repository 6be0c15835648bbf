import { useSortable } from '@dnd-kit/sortable'
import type { FieldType, FormField } from '@kerbside/schema/quotes/form-definition'
import DragIcon from '@mui/icons-material/DragIndicator'
import DownIcon from '@mui/icons-material/KeyboardArrowDown'
import UpIcon from '@mui/icons-material/KeyboardArrowUp'
import MoreIcon from '@mui/icons-material/MoreVert'
import { Box, ButtonBase, IconButton, Typography } from '@mui/material'
import { visuallyHidden } from '@mui/utils'
import { Icon } from '../../../brand/icons.tsx'
import { ActionItem, ActionMenu } from '../../ui/action-menu.tsx'
import { errorCountWithin } from '../fields/cursor.ts'
import { ErrorCount } from '../fields/group.tsx'
import { neighboursOf, ownRow, stepField, type Edge } from './layout-moves.ts'
import type { FormBuilderState } from './use-form-builder.ts'

/** From this width of the canvas fields stand side by side; pixels. */
export const sideBySideFrom = 440

/** What staff call the types. */
export const typeLabels: Record<FieldType, string> = {
  text: 'Text',
  email: 'Email',
  tel: 'Phone',
  textarea: 'Long text',
  number: 'Number',
  date: 'Date',
  select: 'Choice',
  checkbox: 'Tick box',
  url: 'Web address',
}

type FieldCardProps = {
  builder: FormBuilderState
  id: string
  /** Where a dragged field would come to stand; null while none is over this one. */
  dropEdge: Edge | 'here' | null
}

/** One field in the builder: what it is at a glance, and the ways to move it. */
export function FieldCard({ builder, id, dropEdge }: FieldCardProps) {
  const { fields, layout } = builder
  const field = builder.cursorOf(id).value
  const beside = neighboursOf(layout, id).map((other) => builder.cursorOf(other).value.label)
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, isDragging } = useSortable({ id })
  const name = field.label.trim() || field.name
  return (
    <Box
      ref={setNodeRef}
      data-field={id}
      data-path={builder.cursorOf(id).path}
      sx={{
        ...card,
        ...(builder.open === id ? { borderColor: 'primary.main' } : {}),
        ...(isDragging ? { opacity: 0.4 } : {}),
        ...line(dropEdge),
      }}
    >
      <IconButton
        ref={setActivatorNodeRef}
        {...attributes}
        {...listeners}
        size="small"
        aria-label={`Drag ${name}`}
        sx={{ cursor: 'grab', touchAction: 'none', borderRadius: 1, px: 0.25, color: 'text.secondary' }}
      >
        <DragIcon fontSize="small" />
      </IconButton>
      <FieldSummary {...{ builder, id, name, beside }} />
      <Box sx={{ display: 'flex', flexDirection: 'column', flex: 'none' }}>
        {moves.map(([direction, Arrow]) => (
          <IconButton
            key={direction}
            data-move={direction}
            aria-label={`Move ${name} ${direction}`}
            disabled={stepField(fields, layout, id, direction) === layout}
            onClick={() => builder.step(id, direction)}
            sx={{ width: 28, height: 24, p: 0, borderRadius: 1 }}
          >
            <Arrow fontSize="small" />
          </IconButton>
        ))}
      </Box>
      <FieldMenu {...{ builder, name, field }} shares={beside.length > 0} />
    </Box>
  )
}

type FieldSummaryProps = { builder: FormBuilderState; id: string; name: string; beside: string[] }

/** What the field is at a glance. Pressing it opens the field. */
function FieldSummary({ builder, id, name, beside }: FieldSummaryProps) {
  const cursor = builder.cursorOf(id)
  const field = cursor.value
  return (
    <ButtonBase aria-expanded={builder.open === id} onClick={() => builder.toggle(id)} data-edit sx={button}>
      <Box
        component="span"
        sx={{ flex: 'none', lineHeight: 0, color: field.visible ? 'primary.main' : 'text.disabled' }}
      >
        <Icon name={field.visible ? field.icon : 'EyeOff'} size={18} />
      </Box>
      <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography component="span" sx={{ display: 'block', fontWeight: 600, lineHeight: 1.3 }}>
          {/* With all that the button shows in its name, which is what people who speak to their computer read out. */}
          <Box component="span" sx={visuallyHidden}>
            {'Edit '}
          </Box>
          {name}
          {field.required && (
            <Box component="span" sx={{ color: 'error.main' }}>
              {' '}
              *
            </Box>
          )}
        </Typography>
        <Typography
          component="span"
          variant="caption"
          sx={{ display: 'block', color: 'text.secondary', lineHeight: 1.35 }}
        >
          {[typeLabels[field.type], ...(field.visible ? [] : ['hidden'])].join(' · ')}
          {beside.length > 0 && (
            // Visible where fields stand in one column. Elsewhere the position shows it, and only screen readers get it.
            <Box component="span" sx={{ [`@container (min-width: ${sideBySideFrom}px)`]: visuallyHidden }}>
              {' · '}beside {beside.join(', ')}
            </Box>
          )}
        </Typography>
        <ErrorCount count={errorCountWithin(cursor)} />
      </Box>
    </ButtonBase>
  )
}

const moves = [
  ['up', UpIcon],
  ['down', DownIcon],
] as const

const card = {
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  gap: 0.25,
  minWidth: 0,
  p: 0.5,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  bgcolor: 'background.paper',
} as const
const button = {
  flex: 1,
  minWidth: 0,
  justifyContent: 'start',
  alignItems: 'start',
  gap: 1,
  px: 0.5,
  py: 0.75,
  borderRadius: 1,
  textAlign: 'left',
} as const

const sides = {
  above: { top: -6, left: 0, right: 0, height: 4 },
  below: { bottom: -6, left: 0, right: 0, height: 4 },
  left: { left: -6, top: 0, bottom: 0, width: 4 },
  right: { right: -6, top: 0, bottom: 0, width: 4 },
} as const

/** Shows where the dragged field would come to stand. */
function line(edge: Edge | 'here' | null) {
  if (edge === null) return {}
  if (edge === 'here') return { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: 2 }
  return {
    '&::after': { content: '""', position: 'absolute', borderRadius: 2, bgcolor: 'primary.main', ...sides[edge] },
  }
}

type FieldMenuProps = { builder: FormBuilderState; name: string; field: FormField; shares: boolean }

/** What is done in one press, without opening the field. */
function FieldMenu({ builder, name, field, shares }: FieldMenuProps) {
  const { id, width, required, visible } = field
  const change = (changes: Partial<FormField>) => builder.cursorOf(id).update((now) => ({ ...now, ...changes }))
  const items: (readonly [string, () => void])[] = [
    ['Edit', () => builder.toggle(id)],
    width === 'half'
      ? ['Make full width', () => change({ width: 'full' })]
      : ['Make half width', () => change({ width: 'half' })],
    ...(shares ? [['Give it a row of its own', () => builder.place((...form) => ownRow(...form, id))] as const] : []),
    [required ? 'Make optional' : 'Make required', () => change({ required: !required })],
    [visible ? 'Hide' : 'Show', () => change({ visible: !visible })],
    ['Remove…', () => builder.askToRemove(id)],
  ]
  return (
    <ActionMenu
      button={
        <IconButton size="small" aria-label={`More for ${name}`}>
          <MoreIcon fontSize="small" />
        </IconButton>
      }
    >
      {items.map(([label, run]) => (
        <ActionItem key={label} onChoose={run}>
          {label}
        </ActionItem>
      ))}
    </ActionMenu>
  )
}
