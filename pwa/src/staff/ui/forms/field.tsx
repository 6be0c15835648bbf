import { Box, MenuItem, TextField } from '@mui/material'
import type { ComponentProps, ReactNode } from 'react'
import { PasswordField } from './password-field.tsx'
import { savedMeanwhile, type FieldName, type Form } from './use-form.ts'

/** The fields of a form that hold a text. */
type TextName<Draft> = { [Name in FieldName<Draft>]: Draft[Name] extends string ? Name : never }[FieldName<Draft>]

/** A text is read from the form and written to it; the caller does that for a part of another value. */
type Binding<Draft> =
  | { name: TextName<Draft>; value?: never; onText?: never }
  | { name: FieldName<Draft> | `${FieldName<Draft>}.${string}`; value: string; onText: (text: string) => void }

type Fields<Draft extends object> = Pick<
  Form<Draft>,
  'draft' | 'required' | 'errors' | 'inputRef' | 'change' | 'theirs'
>

/** What connects an input with its field of a form, for an input of another kind than `Field`. */
export function fieldProps<Draft extends object>(form: Fields<Draft>, name: TextName<Draft>) {
  const errors = form.errors[name]
  return {
    name,
    value: form.draft[name] as string,
    error: errors !== undefined,
    helperText: errors?.join(' '),
    inputRef: form.inputRef(name),
    onChange: (event: { target: { value: string } }) =>
      form.change({ [name]: event.target.value } as unknown as Partial<Draft>),
  }
}

type FieldProps<Draft extends object> = Omit<
  ComponentProps<typeof TextField>,
  'form' | 'name' | 'value' | 'onChange' | 'error' | 'variant'
> &
  Binding<Draft> & {
    form: Fields<Draft>
    /** One of these instead of a text: the labels, by value. */
    choices?: Readonly<Record<string, string | { label: string }>>
  }

const byType: Record<string, ComponentProps<typeof TextField>['slotProps']> = {
  email: { htmlInput: { spellCheck: false, autoCapitalize: 'none' } },
  date: { inputLabel: { shrink: true } },
  time: { inputLabel: { shrink: true } },
}

/**
 * A field of a form, with its error in place of its help. The browser fills in nothing: it knows the person at the
 * screen, not the one who is described here.
 */
export function Field<Draft extends object>(props: FieldProps<Draft>) {
  const { form, name, value, onText, choices, helperText, slotProps, type = 'text', ...look } = props
  const bound = fieldProps(form, name as TextName<Draft>)
  const Control = type === 'password' ? PasswordField : TextField
  const labelOf = (choice: string) => {
    const label = choices?.[choice] ?? choice
    return typeof label === 'string' ? label : label.label
  }
  const saved = form.theirs[name as FieldName<Draft>]
  const theirs = savedMeanwhile(typeof saved === 'string' ? labelOf(saved) : undefined)
  return (
    <Control
      autoComplete={type === 'password' ? 'new-password' : 'off'}
      required={form.required.some((required) => required === name)}
      {...look}
      {...bound}
      {...(onText && { value, onChange: (event) => onText(event.target.value) })}
      type={type}
      helperText={bound.helperText ?? theirs ?? helperText}
      slotProps={{ ...byType[type], ...slotProps }}
      select={choices !== undefined}
    >
      {choices &&
        Object.keys(choices).map((choice) => (
          <MenuItem key={choice} value={choice}>
            {labelOf(choice)}
          </MenuItem>
        ))}
    </Control>
  )
}

/** Fields beside each other where there is room. */
export const FieldGrid = ({ columns = 2, children }: { columns?: number; children: ReactNode }) => (
  <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: Array(columns).fill('1fr').join(' ') } }}>
    {children}
  </Box>
)
