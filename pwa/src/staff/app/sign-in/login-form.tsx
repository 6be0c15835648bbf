import VisibilityIcon from '@mui/icons-material/Visibility'
import VisibilityOffIcon from '@mui/icons-material/VisibilityOff'
import { Alert, Button, IconButton, InputAdornment, Stack, TextField } from '@mui/material'
import { useState, type FormEvent, type Ref } from 'react'
import { useLoginForm } from './use-login-form.ts'

export function LoginForm() {
  const { email, password, busy, missing, failure, submit } = useLoginForm()
  return (
    <Stack
      component="form"
      noValidate
      onSubmit={(event: FormEvent) => void submit(event)}
      spacing={2.5}
      aria-label="Sign in"
    >
      {failure !== null && (
        // The toast announces it to screen readers; here it stays until the next attempt.
        <Alert severity="error" id="login-failure" role="presentation">
          {failure}
        </Alert>
      )}
      <TextField
        inputRef={email}
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        autoFocus
        error={missing.email}
        slotProps={{
          htmlInput: describedBy(failure, { inputMode: 'email', autoCapitalize: 'none', spellCheck: false }),
        }}
      />
      <PasswordField inputRef={password} error={missing.password} failure={failure} />
      <Button type="submit" variant="contained" size="large" loading={busy} loadingPosition="start">
        {busy ? 'Signing in...' : 'Sign in'}
      </Button>
    </Stack>
  )
}

type PasswordFieldProps = { inputRef: Ref<HTMLInputElement>; error: boolean; failure: string | null }

function PasswordField({ inputRef, error, failure }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  const toggle = (
    <InputAdornment position="end">
      <IconButton
        edge="end"
        aria-label={shown ? 'Hide password' : 'Show password'}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
      >
        {shown ? <VisibilityOffIcon fontSize="small" /> : <VisibilityIcon fontSize="small" />}
      </IconButton>
    </InputAdornment>
  )
  return (
    <TextField
      inputRef={inputRef}
      label="Password"
      name="password"
      type={shown ? 'text' : 'password'}
      autoComplete="current-password"
      error={error}
      slotProps={{ htmlInput: describedBy(failure, {}), input: { endAdornment: toggle } }}
    />
  )
}

const describedBy = <T extends object>(failure: string | null, attributes: T) =>
  failure === null ? attributes : { ...attributes, 'aria-describedby': 'login-failure' }
