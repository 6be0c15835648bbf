import { useRef, useState, type FormEvent } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { useToast } from '../../ui/toasts.tsx'
import { formatWait } from '../../ui/times.ts'
import { signIn } from './sign-in.ts'

/** State and submit of the sign-in form; after a failure the focus is on the field to correct. */
export function useLoginForm() {
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

export function loginFailure(error: unknown): string {
  if (!(error instanceof ApiError)) return 'Login failed'
  if (error.code === 'RATE_LIMITED')
    return `Too many attempts. Please try again in ${formatWait(error.retryAfter ?? 60)}.`
  return error.message || 'Login failed'
}
