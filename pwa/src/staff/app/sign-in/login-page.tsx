import { Alert, AlertTitle, Button, Checkbox, FormControlLabel, FormHelperText, Link, Typography } from '@mui/material'
import { useRef, useState, type ReactNode } from 'react'
import { Link as RouterLink, Navigate, useLocation } from 'react-router-dom'
import { ApiError } from '../../../api/api-error.ts'
import { useSession } from '../../../api/session.ts'
import { isInstalled } from '../../../offline/install.ts'
import { NoAccess } from './no-access.tsx'
import { FormStack } from '../../ui/forms/form-stack.tsx'
import { PasswordField } from '../../ui/forms/password-field.tsx'
import { useToast } from '../../ui/toasts.tsx'
import { CodeField } from '../two-step/code-field.tsx'
import { destinationOf, LeaveStaffArea, readLoginState } from './require-role.tsx'
import { EmailField, SignInCard } from './sign-in-card.tsx'
import { codeProblem, loginFailure, signIn, type Credentials } from './sign-in.ts'

/** What the first step begins with: empty, or as the second one was left. */
type Start = { email: string; failure: string | null }

export function LoginPage() {
  const current = useSession()
  const location = useLocation()
  const { from, ended } = readLoginState(location.state)
  const [start, setStart] = useState<Start>({ email: '', failure: null })
  // The right pair of an account with two-step sign-in; in memory only.
  const [pair, setPair] = useState<Credentials | null>(null)
  const [isOwnDevice, setOwnDevice] = useState(isInstalled)
  const [cameSignedIn] = useState(current !== null)
  if (current !== null) {
    const to = destinationOf(current.user.role, from)
    if (to !== '/') return <Navigate to={to} replace />
    return cameSignedIn ? <NoAccess /> : <LeaveStaffArea />
  }
  if (pair !== null) {
    const goBack = (failure: string | null) => {
      setStart({ email: pair.email, failure })
      setPair(null)
    }
    return (
      <SignInCard title="Two-step sign-in" text="Enter the six digits that your authenticator app shows.">
        <CodeForm pair={pair} goBack={goBack} isOwnDevice={isOwnDevice} />
      </SignInCard>
    )
  }
  return (
    <SignInCard title="Sign in" text="For staff. Use your work email.">
      {ended && (
        <Alert severity="info" sx={{ mb: 2.5 }}>
          Your session has ended. Please sign in again.
        </Alert>
      )}
      <PasswordForm start={start} onRightPair={setPair} isOwnDevice={isOwnDevice} setOwnDevice={setOwnDevice} />
    </SignInCard>
  )
}

type PasswordFormProps = {
  start: Start
  onRightPair: (pair: Credentials) => void
  isOwnDevice: boolean
  setOwnDevice: (isOwn: boolean) => void
}

function PasswordForm({ start, onRightPair, isOwnDevice, setOwnDevice }: PasswordFormProps) {
  const email = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const [missing, setMissing] = useState({ email: false, password: false })
  const { busy, failure, fail, attempt } = useAttempts(isOwnDevice, start.failure)
  const submit = async () => {
    // Read from the fields, because password managers fill in without typing.
    const given = { email: email.current?.value.trim() ?? '', password: password.current?.value ?? '' }
    const lacks = { email: given.email === '', password: given.password === '' }
    setMissing(lacks)
    if (lacks.email || lacks.password) {
      fail('Please fill in all fields')
      return (lacks.email ? email : password).current?.focus()
    }
    const error = await attempt(given)
    if (error === null) return
    if (codeProblem(error) !== undefined) return onRightPair(given)
    fail(loginFailure(error))
    password.current?.select()
  }
  const describedBy = failure === null ? undefined : failureId
  return (
    <StepForm label="Sign in" failure={failure} busy={busy} onSubmit={submit}>
      <EmailField inputRef={email} defaultValue={start.email} error={missing.email} aria-describedby={describedBy} />
      <PasswordField
        inputRef={password}
        label="Password"
        name="password"
        autoComplete="current-password"
        error={missing.password}
        slotProps={{ htmlInput: { 'aria-describedby': describedBy } }}
      />
      <OwnDeviceField checked={isOwnDevice} onChange={setOwnDevice} />
      <SubmitButton busy={busy} />
      <Typography>
        <Link component={RouterLink} to="/login/forgotten" underline="hover">
          Forgotten password?
        </Link>
      </Typography>
    </StepForm>
  )
}

type CodeFormProps = { pair: Credentials; goBack: (failure: string | null) => void; isOwnDevice: boolean }

/** The second step. Whatever is no longer right about the pair leads back to the first one. */
function CodeForm({ pair, goBack, isOwnDevice }: CodeFormProps) {
  const code = useRef<HTMLInputElement>(null)
  const { busy, failure, fail, attempt } = useAttempts(isOwnDevice)
  const submit = async () => {
    const given = code.current?.value.trim() ?? ''
    if (given === '') {
      fail('Please fill in all fields')
      return code.current?.focus()
    }
    const error = await attempt({ ...pair, code: given })
    if (error === null) return
    const text = codeProblem(error) ?? loginFailure(error)
    fail(text)
    if (error instanceof ApiError && ['UNAUTHENTICATED', 'FORBIDDEN'].includes(error.code)) return goBack(text)
    code.current?.select()
  }
  return (
    <StepForm label="Two-step sign-in" failure={failure} busy={busy} onSubmit={submit}>
      <CodeField
        inputRef={code}
        takesRecoveryCode
        autoFocus
        error={failure !== null}
        aria-describedby={failure === null ? undefined : failureId}
      />
      <SubmitButton busy={busy} />
      <Button color="inherit" onClick={() => goBack(null)} disabled={busy}>
        Back
      </Button>
      <Typography variant="body2" color="textSecondary">
        Neither phone nor recovery codes? Ask an admin to reset your two-step sign-in.
      </Typography>
    </StepForm>
  )
}

const failureId = 'login-failure'

type StepFormProps = {
  label: string
  failure: string | null
  busy: boolean
  onSubmit: () => Promise<void>
  children: ReactNode
}

const StepForm = ({ label, failure, busy, onSubmit, children }: StepFormProps) => (
  <FormStack label={label} spacing={2.5} onSubmit={() => void (busy || onSubmit())}>
    {failure !== null && (
      // The toast announces it to screen readers; here it stays until the next attempt.
      <Alert severity="error" id={failureId} role="presentation">
        <AlertTitle>Failed to sign in</AlertTitle>
        {failure}
      </Alert>
    )}
    {children}
  </FormStack>
)

type OwnDeviceFieldProps = { checked: boolean; onChange: (isOwn: boolean) => void }

/** Chosen in the installed app; else not, because on a device that others use nothing of staff may stay. */
const OwnDeviceField = ({ checked, onChange }: OwnDeviceFieldProps) => (
  <div>
    <FormControlLabel
      label="This is my own device"
      control={
        <Checkbox
          checked={checked}
          onChange={(event) => onChange(event.target.checked)}
          slotProps={{ input: { 'aria-describedby': ownDeviceId } }}
        />
      }
    />
    <FormHelperText id={ownDeviceId} sx={{ ml: 4, mt: -0.5 }}>
      {isInstalled() ? 'Chosen because you installed the app.' : 'Only tick this where no one else signs in.'} The lists
      and leads you open stay on it for up to 7 days, or until you log out, to work without a connection. They are not
      encrypted. Anyone who gets into this device can read them, so use its screen lock.
    </FormHelperText>
  </div>
)
const ownDeviceId = 'own-device-meaning'

const SubmitButton = ({ busy }: { busy: boolean }) => (
  <Button type="submit" variant="contained" size="large" loading={busy} loadingPosition="start">
    {busy ? 'Signing in...' : 'Sign in'}
  </Button>
)

/** Attempts to sign in, and what was wrong with the latest one. */
function useAttempts(isOwnDevice: boolean, startFailure: string | null = null) {
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState(startFailure)
  const fail = (text: string) => {
    setFailure(text)
    toast.error(text)
  }
  /** The error; null once the person is signed in, which leads away from here. */
  const attempt = async (credentials: Credentials): Promise<unknown> => {
    setBusy(true)
    setFailure(null)
    try {
      await signIn(credentials, isOwnDevice)
      toast.success('Signed in successfully')
      return null
    } catch (error) {
      setBusy(false)
      return error
    }
  }
  return { busy, failure, fail, attempt }
}
