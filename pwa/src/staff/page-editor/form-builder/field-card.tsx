import { useSortable } from '@dnd-kit/sortable'
import type { FormField } from '@kerbside/schema/quotes/form-definition'
import DragIcon from '@mui/icons-material/DragIndicator'
import DownIcon from '@mui/icons-material/KeyboardArrowDown'
import UpIcon from '@mui/icons-material/KeyboardArrowUp'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { Icon } from '../../../brand/icons.tsx'
import { ErrorCount } from '../fields/error-count.tsx'
import type { Edge } from './layout-moves.ts'
import { FieldMenu, type FieldActions } from './field-menu.tsx'
import { sideBySideFrom } from './canvas-grid.ts'
import { typeWords } from './type-labels.ts'

export type FieldCardProps = {
  field: FormField
  /** Labels of the fields in the same row. */
  beside: readonly string[]
  problems: number
  open: boolean
  can: { up: boolean; down: boolean; ownRow: boolean }
  act: FieldActions
  /** Where a dragged field would come to stand; null while none is over this one. */
  dropEdge: Edge | 'here' | null
}

/** One field in the builder: what it is at a glance, and the ways to move it. */
export function FieldCard({ field, beside, problems, open, can, act, dropEdge }: FieldCardProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, isDragging } = useSortable({ id: field.id })
  const name = field.label.trim() || field.name
  return (
    <Box
      ref={setNodeRef}
      data-field={field.id}
      sx={{
        ...card,
        ...(open ? { borderColor: 'primary.main' } : {}),
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
      <ButtonBase aria-expanded={open} aria-label={`Edit ${name}`} onClick={act.edit} data-edit sx={button}>
        <Box
          component="span"
          sx={{ flex: 'none', lineHeight: 0, color: field.visible ? 'primary.main' : 'text.disabled' }}
        >
          <Icon name={field.visible ? field.icon : 'EyeOff'} size={18} />
        </Box>
        <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          <Typography component="span" sx={{ display: 'block', fontWeight: 600, lineHeight: 1.3 }}>
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
            {[typeWords[field.type], ...(field.visible ? [] : ['hidden'])].join(' · ')}
            {beside.length > 0 && <Beside labels={beside} />}
          </Typography>
          <ErrorCount count={problems} />
        </Box>
      </ButtonBase>
      <Box sx={{ display: 'flex', flexDirection: 'column', flex: 'none' }}>
        <IconButton
          data-move="up"
          aria-label={`Move ${name} up`}
          disabled={!can.up}
          onClick={() => act.step('up')}
          sx={small}
        >
          <UpIcon fontSize="small" />
        </IconButton>
        <IconButton
          data-move="down"
          aria-label={`Move ${name} down`}
          disabled={!can.down}
          onClick={() => act.step('down')}
          sx={small}
        >
          <DownIcon fontSize="small" />
        </IconButton>
      </Box>
      <FieldMenu name={name} field={field} ownRow={can.ownRow} act={act} />
    </Box>
  )
}

/** To be seen where fields stand in one column; elsewhere the eye can tell, and a screen reader still hears it. */
function Beside({ labels }: { labels: readonly string[] }) {
  return (
    <Box component="span" sx={{ [`@container (min-width: ${sideBySideFrom}px)`]: unseen }}>
      {' · '}beside {labels.join(', ')}
    </Box>
  )
}

const unseen = {
  position: 'absolute',
  width: '1px',
  height: '1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
} as const

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
const small = { width: 28, height: 24, p: 0, borderRadius: 1 } as const

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
