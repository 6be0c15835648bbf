import type { FieldErrors } from '@kerbside/schema/errors'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { useToast } from '../ui/toasts.tsx'
import { isNumber, settingNames } from './setting-fields.ts'
import { saveSettings, settingsPage, type SettingName, type SettingsValues } from './settings.queries.ts'

/** As the fields hold it. */
export type SettingsDraft = Record<SettingName, string>

const draftOf = (values: SettingsValues) =>
  Object.fromEntries(settingNames.map((name) => [name, String(values[name] ?? '')])) as SettingsDraft

const valuesOf = (draft: SettingsDraft) =>
  Object.fromEntries(
    settingNames.map((name) => [name, isNumber(name) ? Number(draft[name]) : draft[name].trim() || null]),
  ) as SettingsValues

/** State and submit of the form. An error stands at its field, and the first such field gets the focus. */
export function useSettingsForm(values: SettingsValues, version: number) {
  const start = draftOf(values)
  const [changes, setChanges] = useState<Partial<SettingsDraft>>({})
  const [errors, setErrors] = useState<FieldErrors>({})
  const inputs = useRef<Partial<Record<SettingName, HTMLElement | null>>>({})
  const client = useQueryClient()
  const toast = useToast()
  const draft = { ...start, ...changes }
  const changed = settingNames.filter((name) => draft[name].trim() !== start[name])

  const showAtFields = (found: FieldErrors) => {
    setErrors(found)
    const first = settingNames.find((name) => found[name])
    if (first) inputs.current[first]?.focus()
  }
  const mutation = useMutation({
    mutationFn: () => saveSettings(valuesOf(draft), version),
    onSuccess: async () => {
      await client.invalidateQueries(settingsPage())
      setChanges({})
      toast.success('Settings saved')
    },
    onError: (error) => {
      toast.error('Failed to save settings')
      showAtFields(fieldErrors(error))
    },
  })
  const submit = () => {
    if (mutation.isPending || changed.length === 0) return
    mutation.reset()
    const unreadable = changed.filter((name) => isNumber(name) && !/^\d{1,6}$/.test(draft[name].trim()))
    showAtFields(Object.fromEntries(unreadable.map((name) => [name, ['Enter a whole number']])))
    if (unreadable.length === 0) mutation.mutate()
  }
  return {
    draft,
    errors,
    submit,
    isChanged: changed.length > 0,
    change: (name: SettingName, text: string) => {
      setChanges((before) => ({ ...before, [name]: text }))
      setErrors(({ [name]: _, ...others }) => others)
    },
    undo: () => {
      mutation.reset()
      setChanges({})
      setErrors({})
    },
    /** After a conflict: what was typed stays, on top of what a colleague has saved. */
    reload: async () => {
      await client.invalidateQueries(settingsPage())
      mutation.reset()
    },
    inputRef: (name: SettingName) => (input: HTMLElement | null) => {
      inputs.current[name] = input
    },
    busy: mutation.isPending,
    isConflict: mutation.error instanceof ApiError && mutation.error.code === 'CONFLICT',
    /** What belongs to no field. */
    error: Object.keys(fieldErrors(mutation.error)).length > 0 ? null : mutation.error,
  }
}

const fieldErrors = (error: unknown): FieldErrors => (error instanceof ApiError ? error.fields : {})
