import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { fieldErrors } from '../../api/api-error.ts'
import { useFieldErrors } from '../ui/forms/use-field-errors.ts'
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
  const fields = useFieldErrors(userFields)
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
      fields.show(fieldErrors(error))
    },
    // Also after an error: somebody else may have changed or deleted the account.
    onSettled: () => void client.invalidateQueries(userList()),
  })

  const submit = () => {
    if (mutation.isPending) return
    const missing = required.filter((name) => draft[name].trim() === '')
    mutation.reset()
    fields.show(Object.fromEntries(missing.map((name) => [name, ['This is required']])))
    if (missing.length > 0) return toast.error('Please fill in required fields')
    mutation.mutate(draft)
  }
  return {
    draft,
    required,
    errors: fields.errors,
    inputRef: fields.inputRef,
    submit,
    change: (changes: Partial<UserValues>) => {
      setDraft({ ...draft, ...changes })
      fields.clear(Object.keys(changes))
    },
    busy: mutation.isPending,
    /** What belongs to no field. */
    error: fields.ofNoField(mutation.error),
  }
}
