import type { FieldErrors } from '@kerbside/schema/errors'
import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, fieldErrorsOf, messageOf } from '../../../api/api-error.ts'
import { useToast, type ToastText } from '../toasts.tsx'
import { useFieldErrors } from './use-field-errors.ts'

export type FieldName<Draft> = keyof Draft & string
/** A message for each field, or null. */
export type Problems = Record<string, string | null>

type FormOptions<Draft, Result> = {
  /** What the fields show before anything is typed, in their order on screen. */
  start: Draft
  required?: readonly FieldName<Draft>[]
  /** What else is wrong with the fields; null where nothing is. As long as something is, nothing is sent. */
  check?: (draft: Draft) => Problems
  /** `changes` has only what differs from `start`. */
  save: (draft: Draft, changes: Partial<Draft>) => Promise<Result>
  /** Toast. */
  done?: string
  /** Toast: a title above the server's own words. */
  failed?: string | ((reason: string) => ToastText)
  onDone?: (result: Result) => void
  /** What was typed stays after it was sent. */
  keep?: boolean
  /** Loaded anew after a save, and after an error too: somebody else may have changed or deleted it. */
  refreshes?: { queryKey: QueryKey }
  /** Loads `start` anew: after a save, before what was typed is forgotten, and when a colleague has saved. */
  reload?: () => Promise<unknown>
}

export type Form<Draft extends object> = ReturnType<typeof useForm<Draft, unknown>>

/** State and submit of a form. An error stands at its field, and the first such field gets the focus. */
export function useForm<Draft extends object, Result>(options: FormOptions<Draft, Result>) {
  const { start, required = [], check, save, done, failed, onDone, keep, refreshes, reload } = options
  const names = Object.keys(start) as FieldName<Draft>[]
  const [typed, setTyped] = useState<Partial<Draft>>({})
  /** What the fields showed before they were typed in. */
  const [seen, setSeen] = useState<Partial<Draft>>({})
  const draft: Draft = { ...start, ...typed }
  const changed = names.filter((name) => !isSame(draft[name], start[name]))
  const fields = useFieldErrors(names)
  const client = useQueryClient()
  const toast = useToast()
  const mutation = useMutation({
    mutationFn: () => save(draft, Object.fromEntries(changed.map((name) => [name, draft[name]])) as Partial<Draft>),
    onSuccess: async (result) => {
      await reload?.()
      if (!keep) forget()
      if (done !== undefined) toast.success(done)
      onDone?.(result)
    },
    onError: (error) => {
      const text = messageOf(error)
      if (failed !== undefined) toast.error(typeof failed === 'string' ? { title: failed, text } : failed(text))
      fields.show(fieldErrorsOf(error))
      if (isConflict(error)) void reload?.()
    },
    onSettled: () => void (refreshes && client.invalidateQueries({ queryKey: refreshes.queryKey })),
  })

  function submit(): void {
    if (mutation.isPending) return
    mutation.reset()
    const missing = errorsOf(requiredErrors(draft, required))
    const found = { ...missing, ...errorsOf(check?.(draft) ?? {}) }
    if (Object.keys(missing).length > 0) toast.error('Please fill in required fields')
    fields.show(found)
    if (Object.keys(found).length === 0) mutation.mutate()
  }

  function forget(values: Partial<Draft> = {}): void {
    setTyped(values)
    setSeen({})
  }
  /** Other values to go on from, in place of what was typed. */
  function fill(values: Partial<Draft>): void {
    mutation.reset()
    forget(values)
    fields.show({})
  }
  return {
    draft,
    required,
    errors: fields.errors,
    inputRef: fields.inputRef,
    inputOf: fields.inputOf,
    isChanged: changed.length > 0,
    /** What a colleague has saved in fields that were typed in here: both are to be seen before the next save. */
    theirs: Object.fromEntries(
      changed.filter((name) => name in seen && !isSame(seen[name], start[name])).map((name) => [name, start[name]]),
    ) as Partial<Draft>,
    change: (changes: Partial<Draft>) => {
      setTyped((before) => ({ ...before, ...changes }))
      const shown = Object.fromEntries(names.filter((name) => name in changes).map((name) => [name, start[name]]))
      setSeen((before) => ({ ...(shown as Partial<Draft>), ...before }))
      fields.clear(Object.keys(changes))
    },
    /** Says what is wrong with a field while it is typed in; null when nothing is any more. */
    setError: (name: FieldName<Draft>, message: string | null) =>
      message === null ? fields.clear([name]) : fields.set(name, message),
    submit,
    fill,
    undo: () => fill({}),
    busy: mutation.isPending,
    /** What belongs to no field. */
    error: fields.ofNoField(mutation.error),
  }
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

const isConflict = (error: unknown) => error instanceof ApiError && error.code === 'CONFLICT'

/** What a colleague has saved in a field that was typed in here; undefined where there is nothing to tell. */
export const savedMeanwhile = (theirs: string | undefined) =>
  theirs === undefined ? undefined : `A colleague has saved here meanwhile: ${theirs || 'nothing'}`

/** What is wrong where one of these fields is empty. */
export const requiredErrors = <Draft extends object>(
  draft: Draft,
  names: readonly FieldName<Draft>[],
  message = 'This is required',
): Problems => Object.fromEntries(names.map((name) => [name, String(draft[name]).trim() === '' ? message : null]))

const errorsOf = (problems: Problems): FieldErrors =>
  Object.fromEntries(
    Object.entries(problems).flatMap(([name, problem]) => (problem === null ? [] : [[name, [problem]]])),
  )
