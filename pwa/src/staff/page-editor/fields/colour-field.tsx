import { judgeContrast } from '@kerbside/schema/pages/colour-tools'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import Popover from '@mui/material/Popover'
import TextField from '@mui/material/TextField'
import { useId, useState } from 'react'
import { ColourPicker } from './colour-picker.tsx'
import { ContrastNote } from './contrast-note.tsx'
import { errorsOf, type Cursor } from './cursor.ts'
import { keptPaint, paintProblem, readPaint, type PaintKind } from './paint.ts'
import { Swatch } from './swatch.tsx'

type Props = {
  field: Cursor<string>
  label: string
  /** The ground that this text stands on, and how large it is there: judged by contrast. */
  on?: string
  size?: 'normal' | 'large'
  kind?: PaintKind
}

/** Colour or gradient: typed, or picked from the swatch. What was typed is parsed when the field is left. */
export function ColourField({ field, label, on, size = 'normal', kind = 'paint' }: Props) {
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const problem = typed === null ? paintProblem(field.value, kind) : null
  const errors = problem === null ? errorsOf(field) : [problem]
  const verdict = on === undefined || problem !== null ? null : judgeContrast(field.value, on, size)
  const leave = () => {
    if (typed !== null) field.update(() => keptPaint(typed, kind))
    setTyped(null)
  }
  const shown = readPaint(typed ?? field.value, kind) ?? readPaint(field.value, kind) ?? ''
  const help = field.value.trim() === '' ? 'Empty: the default colour' : verdict && <ContrastNote verdict={verdict} />
  return (
    <>
      <TextField
        id={id}
        label={label}
        value={typed ?? field.value}
        onChange={({ target }) => {
          setTyped(target.value)
          // A colour that can be read shows at once; anything else waits until the field is left.
          const kept = readPaint(target.value, kind)
          if (kept !== null) field.update(() => kept)
        }}
        onBlur={leave}
        onKeyDown={(event) => event.key === 'Enter' && leave()}
        error={errors.length > 0}
        helperText={errors.length > 0 ? errors.join(' ') : help}
        fullWidth
        slotProps={{
          htmlInput: { spellCheck: false, autoComplete: 'off', autoCapitalize: 'none' },
          formHelperText: { component: 'div' },
          inputLabel: { shrink: true },
          input: {
            startAdornment: (
              <InputAdornment position="start">
                <IconButton
                  size="small"
                  edge="start"
                  aria-label="Pick a colour"
                  aria-describedby={`${id}-label`}
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
