import VisibilityIcon from '@mui/icons-material/Visibility'
import VisibilityOffIcon from '@mui/icons-material/VisibilityOff'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { useRef, useState, type FormEvent } from 'react'
import { ApiError } from '../api/api-error.ts'
import { useToast } from '../staff/ui/toasts.tsx'
import { waitInWords } from '../staff/ui/times.ts'
import { signIn } from './sign-in.ts'

export function LoginForm() {
  const toast = useToast()
  const email = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [missing, setMissing] = useState({ email: false, password: false })
  const [failure, setFailure] = useState<string | null>(null)

  const fail = (text: string) => {
    setFailure(text)
    toast.error(text)
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    // Read from the fields, because password managers fill in without typing.
    const given = { email: email.current?.value.trim() ?? '', password: password.current?.value ?? '' }
    const lacks = { email: given.email === '', password: given.password === '' }
    setMissing(lacks)
    if (lacks.email || lacks.password) {
      fail('Please fill in all fields')
      return (lacks.email ? email : password).current?.focus()
    }
    setBusy(true)
    setFailure(null)
    try {
      await signIn(given.email, given.password)
      toast.success('Signed in successfully')
    } catch (error) {
      fail(loginFailure(error))
      setBusy(false)
      password.current?.focus()
      password.current?.select()
    }
  }

  return (
    <Stack
      component="form"
      noValidate
      onSubmit={(event: FormEvent) => void submit(event)}
      spacing={2.5}
      aria-label="Sign in"
    >
      {failure !== null && (
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

type PasswordFieldProps = { inputRef: React.Ref<HTMLInputElement>; error: boolean; failure: string | null }

function PasswordField({ inputRef, error, failure }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  return (
    <TextField
      inputRef={inputRef}
      label="Password"
      name="password"
      type={shown ? 'text' : 'password'}
      autoComplete="current-password"
      error={error}
      slotProps={{
        htmlInput: describedBy(failure, {}),
        input: {
          endAdornment: (
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
          ),
        },
      }}
    />
  )
}

const describedBy = <T extends object>(failure: string | null, attributes: T) =>
  failure === null ? attributes : { ...attributes, 'aria-describedby': 'login-failure' }

export function loginFailure(error: unknown): string {
  if (!(error instanceof ApiError)) return 'Login failed'
  if (error.code === 'RATE_LIMITED')
    return `Too many attempts. Please try again in ${waitInWords(error.retryAfter ?? 60)}.`
  return error.message || 'Login failed'
}
