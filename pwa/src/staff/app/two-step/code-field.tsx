import { Link, Stack, TextField, useForkRef, type TextFieldProps } from '@mui/material'
import { useRef, useState, type Ref } from 'react'

type CodeFieldProps = Pick<TextFieldProps, 'value' | 'onChange' | 'error' | 'helperText' | 'autoFocus'> & {
  'aria-describedby'?: string | undefined
  inputRef: Ref<HTMLInputElement>
  /** Whether a recovery code does as well: it has letters, so it needs another keyboard of a phone. */
  takesRecoveryCode?: boolean
}

/** A code of the authenticator app. */
export function CodeField({
  takesRecoveryCode = false,
  inputRef,
  'aria-describedby': describedBy,
  ...props
}: CodeFieldProps) {
  const [isRecovery, setRecovery] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const ref = useForkRef(input, inputRef)
  const change = () => {
    setRecovery(!isRecovery)
    input.current?.focus()
  }
  return (
    <Stack spacing={1} sx={{ alignItems: 'flex-start' }}>
      <TextField
        {...props}
        fullWidth
        inputRef={ref}
        label={isRecovery ? 'Recovery code' : 'Code'}
        name="code"
        autoComplete="one-time-code"
        slotProps={{
          htmlInput: {
            inputMode: isRecovery ? 'text' : 'numeric',
            autoCapitalize: 'characters',
            spellCheck: false,
            ...(describedBy && { 'aria-describedby': describedBy }),
          },
        }}
      />
      {takesRecoveryCode && (
        <Link component="button" type="button" variant="body2" underline="hover" onClick={change}>
          {isRecovery ? 'Use the authenticator app' : 'Use a recovery code'}
        </Link>
      )}
    </Stack>
  )
}
