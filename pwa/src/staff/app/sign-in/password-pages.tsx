import { passwordLength } from '@kerbside/schema/users/user'
import { Alert, Button, Link, Stack, Typography } from '@mui/material'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState, type ReactNode } from 'react'
import { Link as RouterLink, useNavigate, useParams } from 'react-router-dom'
import { fieldErrorsOf, messageOf } from '../../../api/api-error.ts'
import { graphql, mutate, query } from '../../../api/graphql.ts'
import { session } from '../../../api/session.ts'
import { Loading } from '../../ui/notices.tsx'
import { FormStack } from '../../ui/forms/form-stack.tsx'
import { PasswordField } from '../../ui/forms/password-field.tsx'
import { useToast } from '../../ui/toasts.tsx'
import { loginFailure } from './sign-in.ts'
import { EmailField, SignInCard } from './sign-in-card.tsx'

const RequestPasswordReset = graphql(`
  mutation RequestPasswordReset($email: String!) {
    requestPasswordReset(email: $email)
  }
`)
const PasswordLink = graphql(`
  query PasswordLink($token: String!) {
    passwordLink(token: $token) {
      name
      email
    }
  }
`)
const SetPassword = graphql(`
  mutation SetPassword($token: String!, $password: String!) {
    setPassword(token: $token, password: $password)
  }
`)

const toLogin = (
  <Typography>
    <Link component={RouterLink} to="/login" underline="hover">
      Back to sign in
    </Link>
  </Typography>
)

/** Sends a link to whoever has forgotten the password. The answer is the same for any address. */
export function ForgottenPasswordPage() {
  const email = useRef<HTMLInputElement>(null)
  const [missing, setMissing] = useState(false)
  const request = useMutation({ mutationFn: (address: string) => mutate(RequestPasswordReset, { email: address }) })
  const submit = () => {
    if (request.isPending) return
    const address = email.current?.value.trim() ?? ''
    setMissing(address === '')
    if (address === '') email.current?.focus()
    else request.mutate(address)
  }
  if (request.isSuccess)
    return (
      <SignInCard title="Look into your inbox" text={`If ${request.variables} has an account, a link is on its way.`}>
        <Stack spacing={2.5}>
          <Typography>The link works once, within an hour. No email after a few minutes? Ask an admin.</Typography>
          {toLogin}
        </Stack>
      </SignInCard>
    )
  return (
    <SignInCard title="Forgotten password" text="We email you a link with which you choose a new one.">
      <CardForm label="Forgotten password" error={request.error && loginFailure(request.error)} onSubmit={submit}>
        <EmailField inputRef={email} error={missing} helperText={missing ? 'Enter your email address' : null} />
        <Button type="submit" variant="contained" size="large" loading={request.isPending} loadingPosition="start">
          {request.isPending ? 'Sending…' : 'Send the link'}
        </Button>
        {toLogin}
      </CardForm>
    </SignInCard>
  )
}

/** Behind the link of an invitation or of a forgotten password. */
export function ChoosePasswordPage() {
  const { token = '' } = useParams()
  const link = useQuery({
    queryKey: ['password-link', token],
    queryFn: async () => (await query(PasswordLink, { token })).passwordLink,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (link.isPending)
    return (
      <SignInCard title="Choose a password" text="One moment…">
        <Loading label="Loading…" />
      </SignInCard>
    )
  if (link.isError)
    return (
      <SignInCard title="This link does not work" text={messageOf(link.error)}>
        <Stack spacing={2.5}>
          <Typography>
            <Link component={RouterLink} to="/login/forgotten" underline="hover">
              Send another link
            </Link>
          </Typography>
          {toLogin}
        </Stack>
      </SignInCard>
    )
  return (
    <SignInCard title="Choose a password" text={`For ${link.data?.email ?? ''}`}>
      <ChoiceForm token={token} email={link.data?.email ?? ''} />
    </SignInCard>
  )
}

function ChoiceForm({ token, email }: { token: string; email: string }) {
  const password = useRef<HTMLInputElement>(null)
  const [missing, setMissing] = useState<string | null>(null)
  const toast = useToast()
  const navigate = useNavigate()
  const choice = useMutation({
    mutationFn: (chosen: string) => mutate(SetPassword, { token, password: chosen }),
    onSuccess: async () => {
      // Every session of the person has ended, also one in this browser.
      session.clear('person')
      toast.success('Your password is set. Please sign in.')
      await navigate('/login', { replace: true })
    },
    onError: () => password.current?.select(),
  })
  const submit = () => {
    if (choice.isPending) return
    const chosen = password.current?.value ?? ''
    setMissing(chosen === '' ? 'Enter a password' : null)
    if (chosen === '') password.current?.focus()
    else choice.mutate(chosen)
  }
  const atField = fieldErrorsOf(choice.error)['password']?.join(' ')
  const fieldError = missing ?? atField ?? null
  return (
    <CardForm
      label="Choose a password"
      error={choice.error && atField === undefined ? messageOf(choice.error) : null}
      onSubmit={submit}
    >
      <PasswordField
        inputRef={password}
        label="New password"
        name="password"
        autoComplete="new-password"
        autoFocus
        error={fieldError !== null}
        helperText={fieldError ?? `${passwordLength.min} to ${passwordLength.max} characters`}
      />
      <Button type="submit" variant="contained" size="large" loading={choice.isPending} loadingPosition="start">
        {choice.isPending ? 'Saving…' : 'Save and sign in'}
      </Button>
      {/* For password managers, which store it under this name. */}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
    </CardForm>
  )
}

type CardFormProps = { label: string; error: string | null; onSubmit: () => void; children: ReactNode }

const CardForm = ({ label, error, onSubmit, children }: CardFormProps) => (
  <FormStack label={label} spacing={2.5} onSubmit={onSubmit}>
    {error !== null && <Alert severity="error">{error}</Alert>}
    {children}
  </FormStack>
)
