import { TextField } from '@mui/material'
import { useId, useState, type ReactNode } from 'react'
import { errorsOf, type Cursor, type FieldPath } from './cursor.ts'

type Labelled = { label: string; help?: ReactNode }
type TextProps = Labelled & { field: Cursor<string> }

/** What all fields show in the same way: the label, and the errors in place of the help. */
export function useFieldProps({ field, label, help }: Labelled & { field: FieldPath }) {
  const errors = errorsOf(field)
  return {
    id: useId(),
    label,
    error: errors.length > 0,
    helperText: errors.join(' ') || help,
    fullWidth: true,
    // The live preview follows the focus by it.
    'data-path': field.path,
  }
}

function useTextProps(props: TextProps) {
  const { value, update } = props.field
  return {
    ...useFieldProps(props),
    value,
    onChange: ({ target }: { target: { value: string } }) => update(() => target.value),
  }
}

type LineProps = TextProps & {
  type?: 'text' | 'tel'
  /** A key or an address: the browser must not correct it. */
  code?: boolean
}

export function LineField({ type = 'text', code = false, ...props }: LineProps) {
  return <TextField {...useTextProps(props)} type={type} slotProps={{ htmlInput: code ? notProse : {} }} />
}

export const notProse = { spellCheck: false, autoComplete: 'off', autoCapitalize: 'none' } as const

export function ParagraphField({ rows = 2, ...props }: TextProps & { rows?: number }) {
  return <TextField {...useTextProps(props)} multiline minRows={rows} maxRows={12} />
}

type NumberProps = Labelled & {
  field: Cursor<number>
  /** The number that a typed text counts as; always one that the content may hold. */
  read: (text: string) => number
}

/** The typed text stays as it is until the field is left; the content has the number it counts as all the time. */
export function NumberField({ read, ...props }: NumberProps) {
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <TextField
      {...useFieldProps(props)}
      value={typed ?? String(props.field.value)}
      onChange={({ target }) => {
        setTyped(target.value)
        props.field.update(() => read(target.value))
      }}
      onBlur={() => setTyped(null)}
      slotProps={{ htmlInput: { inputMode: 'numeric' } }}
    />
  )
}
