import { Alert, Box, Button, Card, Link, Stack, TextField, Typography } from '@mui/material'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { useSession } from '../../../api/session.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { useToast } from '../../ui/toasts.tsx'
import { ColourModeMenu } from '../colour-mode.tsx'
import { Logo } from '../logo.tsx'
import { destinationOf, LeaveStaffArea, readLoginState } from './require-role.tsx'
import { loginFailure, signIn } from './sign-in.ts'

export function LoginPage() {
  const current = useSession()
  const location = useLocation()
  const { from, ended } = readLoginState(location.state)
  useEffect(() => {
    document.title = 'Sign in · Kerbside'
  }, [])
  if (current !== null) {
    const to = destinationOf(current.user.role, from)
    return to === '/' ? <LeaveStaffArea /> : <Navigate to={to} replace />
  }
  return (
    <Box component="main" sx={{ minHeight: '100vh', display: 'grid', placeItems: 'center', p: 2 }}>
      <Box sx={{ position: 'absolute', top: 12, right: 12 }}>
        <ColourModeMenu />
      </Box>
      <Box sx={{ width: '100%', maxWidth: 400 }}>
        <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'center', gap: 1.25, mb: 3 }}>
          <Logo size={36} />
          <Typography sx={{ fontSize: '1.375rem', fontWeight: 700, letterSpacing: '-0.02em' }}>Kerbside</Typography>
        </Box>
        <Card sx={{ p: { xs: 2.5, sm: 4 } }}>
          <Typography variant="h1" sx={{ mb: 0.5 }}>
            Sign in
          </Typography>
          <Typography sx={{ color: 'text.secondary', mb: 3 }}>For staff. Use your work email.</Typography>
          {ended && (
            <Alert severity="info" sx={{ mb: 2.5 }}>
              Your session has ended. Please sign in again.
            </Alert>
          )}
          <LoginForm />
        </Card>
        <Typography sx={{ textAlign: 'center', mt: 3 }}>
          <Link href="/" underline="hover">
            Back to the website
          </Link>
        </Typography>
      </Box>
    </Box>
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
      <TextField
        inputRef={email}
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        autoFocus
        error={missing.email}
        slotProps={{
          htmlInput: {
            inputMode: 'email',
            autoCapitalize: 'none',
            spellCheck: false,
            'aria-describedby': describedBy,
          },
        }}
      />
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
