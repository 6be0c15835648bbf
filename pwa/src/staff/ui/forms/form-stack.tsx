import { Stack } from '@mui/material'
import type { FormEvent, ReactNode } from 'react'

type FormStackProps = { label: string; spacing?: number; onSubmit: () => void; children: ReactNode }

/** A form that stands in the page. The texts at its fields replace the browser's bubbles. */
export function FormStack({ label, spacing = 2, onSubmit, children }: FormStackProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <Stack component="form" noValidate spacing={spacing} aria-label={label} onSubmit={submit}>
      {children}
    </Stack>
  )
}
