import type { FieldErrors } from '@kerbside/schema/errors'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { useToast } from '../ui/toasts.tsx'
import { userList, type ListedUser, type UserValues } from './users.queries.ts'

export type UserField = keyof UserValues

/** In the order of the fields on screen. */
export const emptyDraft: UserValues = {
  name: '',
  email: '',
  password: '',
  role: 'user',
  status: 'active',
  phone: '',
  department: '',
}
const userFields = Object.keys(emptyDraft) as UserField[]

export const draftOf = ({ name, email, role, status, phone, department }: ListedUser): UserValues => ({
  name,
  email,
  password: '',
  role,
  status,
  phone: phone ?? '',
  department: department ?? '',
})

type UserFormOptions = {
  start: UserValues
  required: readonly UserField[]
  save: (draft: UserValues) => Promise<unknown>
  /** Fixed toasts (docs/specification.md, 9.6). */
  done: string
  failed: string
  onDone: () => void
}

/** State and submit of a user dialog. An error stands at its field, and the first such field gets the focus. */
export function useUserForm({ start, required, save, done, failed, onDone }: UserFormOptions) {
  const [draft, setDraft] = useState(start)
  const [errors, setErrors] = useState<FieldErrors>({})
  const inputs = useRef<Partial<Record<UserField, HTMLElement | null>>>({})
  const client = useQueryClient()
  const toast = useToast()
  const mutation = useMutation({
    mutationFn: save,
    onSuccess: () => {
      setDraft(start)
      toast.success(done)
      onDone()
    },
    onError: (error) => {
      toast.error(failed)
      showAtFields(fieldErrors(error))
    },
    // Also after an error: somebody else may have changed or deleted the account.
    onSettled: () => void client.invalidateQueries(userList()),
  })

  const showAtFields = (found: FieldErrors) => {
    setErrors(found)
    const first = userFields.find((name) => found[name])
    if (first) inputs.current[first]?.focus()
  }
  const submit = () => {
    if (mutation.isPending) return
    const missing = required.filter((name) => draft[name].trim() === '')
    mutation.reset()
    showAtFields(Object.fromEntries(missing.map((name) => [name, ['This is required']])))
    if (missing.length > 0) return toast.error('Please fill in required fields')
    mutation.mutate(draft)
  }
  const isShownAtField = Object.keys(fieldErrors(mutation.error)).some((name) => userFields.some((one) => one === name))
  return {
    draft,
    required,
    errors,
    submit,
    change: (changes: Partial<UserValues>) => {
      setDraft({ ...draft, ...changes })
      setErrors(Object.fromEntries(Object.entries(errors).filter(([name]) => !(name in changes))))
    },
    inputRef: (name: UserField) => (input: HTMLElement | null) => {
      inputs.current[name] = input
    },
    busy: mutation.isPending,
    /** What belongs to no field. */
    error: isShownAtField ? null : mutation.error,
  }
}

const fieldErrors = (error: unknown): FieldErrors => (error instanceof ApiError ? error.fields : {})
