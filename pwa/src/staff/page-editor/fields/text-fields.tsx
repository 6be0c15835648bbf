import TextField from '@mui/material/TextField'
import { useId, useState, type ReactNode } from 'react'
import { errorsOf, type Cursor } from './cursor.ts'

type TextProps = { field: Cursor<string>; label: string; help?: ReactNode; placeholder?: string }

const plain = { spellCheck: false, autoComplete: 'off', autoCapitalize: 'none' } as const

type LineProps = TextProps & {
  type?: 'text' | 'tel'
  /** A key or an address: no words for the browser to correct. */
  code?: boolean
}

export function LineField({ field, label, help, placeholder, type = 'text', code = false }: LineProps) {
  const errors = errorsOf(field)
  return (
    <TextField
      id={useId()}
      label={label}
      type={type}
      value={field.value}
      onChange={({ target }) => field.update(() => target.value)}
      placeholder={placeholder}
      error={errors.length > 0}
      helperText={errors.join(' ') || help}
      fullWidth
      slotProps={{ htmlInput: code ? plain : {} }}
    />
  )
}

export function ParagraphField({ field, label, help, placeholder, rows = 2 }: TextProps & { rows?: number }) {
  const errors = errorsOf(field)
  return (
    <TextField
      id={useId()}
      label={label}
      value={field.value}
      onChange={({ target }) => field.update(() => target.value)}
      placeholder={placeholder}
      error={errors.length > 0}
      helperText={errors.join(' ') || help}
      multiline
      minRows={rows}
      maxRows={12}
      fullWidth
    />
  )
}

type NumberProps = {
  field: Cursor<number>
  label: string
  help?: ReactNode
  /** What the typed text counts as; always a number that the content may hold. */
  read: (text: string) => number
}

/** The typed text stays as it is until the field is left; the content has the number it counts as all the time. */
export function NumberField({ field, label, help, read }: NumberProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const errors = errorsOf(field)
  return (
    <TextField
      id={useId()}
      label={label}
      value={typed ?? String(field.value)}
      onChange={({ target }) => {
        setTyped(target.value)
        field.update(() => read(target.value))
      }}
      onBlur={() => setTyped(null)}
      error={errors.length > 0}
      helperText={errors.join(' ') || help}
      slotProps={{ htmlInput: { inputMode: 'numeric' } }}
      fullWidth
    />
  )
}
