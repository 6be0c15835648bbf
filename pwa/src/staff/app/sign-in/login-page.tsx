import { Alert, Button, Link, Stack, Typography } from '@mui/material'
import { useRef, useState, type FormEvent } from 'react'
import { Link as RouterLink, Navigate, useLocation } from 'react-router-dom'
import { useSession } from '../../../api/session.ts'
import { PasswordField } from '../../ui/forms/password-field.tsx'
import { useToast } from '../../ui/toasts.tsx'
import { destinationOf, LeaveStaffArea, readLoginState } from './require-role.tsx'
import { EmailField, SignInCard } from './sign-in-card.tsx'
import { loginFailure, signIn } from './sign-in.ts'

export function LoginPage() {
  const current = useSession()
  const location = useLocation()
  const { from, ended } = readLoginState(location.state)
  if (current !== null) {
    const to = destinationOf(current.user.role, from)
    return to === '/' ? <LeaveStaffArea /> : <Navigate to={to} replace />
  }
  return (
    <SignInCard title="Sign in" text="For staff. Use your work email.">
      {ended && (
        <Alert severity="info" sx={{ mb: 2.5 }}>
          Your session has ended. Please sign in again.
        </Alert>
      )}
      <LoginForm />
    </SignInCard>
  )
}

function LoginForm() {
  const { email, password, busy, missing, failure, submit } = useLoginForm()
  const describedBy = failure === null ? undefined : 'login-failure'
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
      <EmailField inputRef={email} error={missing.email} aria-describedby={describedBy} />
      <PasswordField
        inputRef={password}
        label="Password"
        name="password"
        autoComplete="current-password"
        error={missing.password}
        slotProps={{ htmlInput: { 'aria-describedby': describedBy } }}
      />
      <Button type="submit" variant="contained" size="large" loading={busy} loadingPosition="start">
        {busy ? 'Signing in...' : 'Sign in'}
      </Button>
      <Typography>
        <Link component={RouterLink} to="/login/forgotten" underline="hover">
          Forgotten password?
        </Link>
      </Typography>
    </Stack>
  )
}

/** State and submit of the sign-in form; after a failure the focus is on the field to correct. */
function useLoginForm() {
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
      password.current?.select()
    }
  }

  return { email, password, busy, missing, failure, submit }
}
