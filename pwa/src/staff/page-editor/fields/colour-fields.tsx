import { parseColour } from '@kerbside/schema/pages/colour'
import { checkContrast, opacityOf, type ContrastCheck } from '@kerbside/schema/pages/colour-tools'
import WarningIcon from '@mui/icons-material/WarningAmber'
import { Box, IconButton, InputAdornment, Popover, Slider, TextField, Typography } from '@mui/material'
import { useId, useState } from 'react'
import { ColourPicker, Swatch } from './colour-picker.tsx'
import { at, type Cursor } from './cursor.ts'
import {
  opacityLabel,
  overlayColour,
  overlayWithColour,
  overlayWithOpacity,
  paintError,
  readPaint,
  storedPaint,
  type PaintKind,
} from './paint.ts'
import { notProse, useFieldProps } from './text-fields.tsx'

type Props = {
  field: Cursor<string>
  label: string
  /** The background that this text stands on, and how large it is there: for checking the contrast. */
  on?: string
  size?: 'normal' | 'large'
  kind?: PaintKind
}

/** Colour or gradient: typed, or picked from the swatch. What was typed is parsed when the field is left. */
export function ColourField({ field, label, on, size = 'normal', kind = 'paint' }: Props) {
  const [typed, setTyped] = useState<string | null>(null)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const problem = typed === null ? paintError(field.value, kind) : null
  const contrast = on === undefined || problem !== null ? null : checkContrast(field.value, on, size)
  const leave = () => {
    if (typed !== null) field.update(() => storedPaint(typed, kind))
    setTyped(null)
  }
  const shown = readPaint(typed ?? field.value, kind) ?? readPaint(field.value, kind) ?? ''
  const place = problem === null ? field : { ...field, errors: { [field.path]: [problem] } }
  const help = field.value.trim() === '' ? 'Empty: the default colour' : contrast && <ContrastNote {...contrast} />
  const textProps = useFieldProps({ field: place, label, help })
  return (
    <>
      <TextField
        {...textProps}
        value={typed ?? field.value}
        onChange={({ target }) => {
          setTyped(target.value)
          // A colour that can be read shows at once; anything else waits until the field is left.
          const readable = readPaint(target.value, kind)
          if (readable !== null) field.update(() => readable)
        }}
        onBlur={leave}
        onKeyDown={(event) => event.key === 'Enter' && leave()}
        slotProps={{
          htmlInput: notProse,
          formHelperText: { component: 'div' },
          inputLabel: { shrink: true },
          input: {
            startAdornment: (
              <InputAdornment position="start">
                <IconButton
                  size="small"
                  edge="start"
                  aria-label="Pick a colour"
                  aria-describedby={`${textProps.id}-label`}
                  aria-haspopup="dialog"
                  onClick={(event) => setAnchor(event.currentTarget)}
                >
                  <Swatch paint={shown} />
                </IconButton>
              </InputAdornment>
            ),
          },
        }}
      />
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{
          paper: { role: 'dialog', 'aria-label': 'Pick a colour', sx: { border: 1, borderColor: 'divider' } },
        }}
      >
        <ColourPicker alpha={kind === 'paint'} paint={shown} onPick={(paint) => field.update(() => paint)} />
      </Popover>
    </>
  )
}

/** How well a text can be read on its background; a warning when it is hard. */
function ContrastNote({ enough, message }: ContrastCheck) {
  if (enough) return message
  return (
    <Box component="span" sx={{ display: 'inline-flex', gap: 0.5, alignItems: 'start', color: 'warning.main' }}>
      <WarningIcon sx={{ fontSize: 16 }} aria-hidden />
      {message}
    </Box>
  )
}

export type ColourRow<Names extends string> = {
  name: Names
  label: string
  /** The colour of the same set that this text stands on. */
  on?: Names
  size?: 'normal' | 'large'
  /** The colour this text stands on when it is not one of the set; null when it is unknown. */
  ground?: string | null
}

type GridProps<Names extends string> = { field: Cursor<Record<Names, string>>; rows: readonly ColourRow<Names>[] }

/** The colours of one section, with the contrast of each text on its background. */
export function ColourGrid<Names extends string>({ field, rows }: GridProps<Names>) {
  return (
    <Box sx={{ display: 'grid', gap: 2, alignItems: 'start', gridTemplateColumns: columns }}>
      {rows.map(({ name, label, on, size, ground }) => (
        <ColourField
          key={name}
          field={at(field, name)}
          label={label}
          on={ground === undefined ? on && field.value[on] : (ground ?? undefined)}
          size={size}
        />
      ))}
    </Box>
  )
}

const columns = 'repeat(auto-fill, minmax(min(100%, 230px), 1fr))'

/** Colour and opacity of the overlay: two controls, one rgba text in the content. */
export function OverlayField({ field }: { field: Cursor<string> }) {
  const id = useId()
  const percent = opacityOf(field.value)
  const colour: Cursor<string> = {
    ...field,
    value: overlayColour(field.value),
    update: (change) => field.update((value) => overlayWithColour(value, change(overlayColour(value)))),
  }
  return (
    <>
      <ColourField field={colour} label="Overlay colour" kind="colour" />
      <Box>
        <Typography id={id} variant="body2" component="p">
          Overlay opacity: <strong>{opacityLabel(percent)}</strong>
        </Typography>
        <Box sx={{ px: 1.25 }}>
          <Slider
            aria-labelledby={id}
            value={percent}
            min={0}
            max={100}
            step={1}
            shiftStep={10}
            disabled={parseColour(field.value) === null}
            getAriaValueText={opacityLabel}
            onChange={(_event, next) => field.update((value) => overlayWithOpacity(value, Number(next)))}
          />
        </Box>
        <Box aria-hidden sx={{ display: 'flex', justifyContent: 'space-between', color: 'text.secondary' }}>
          <Typography variant="caption">{opacityLabel(0)}</Typography>
          <Typography variant="caption">{opacityLabel(100)}</Typography>
        </Box>
      </Box>
    </>
  )
}
