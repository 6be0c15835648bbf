import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, fieldErrors } from '../../api/api-error.ts'
import { useFieldErrors } from '../ui/forms/use-field-errors.ts'
import { useToast } from '../ui/toasts.tsx'
import { isNumber, isSwitch, settingNames } from './setting-fields.ts'
import { saveSettings, settingsPage, type SettingName, type SettingsValues } from './settings.queries.ts'

/** As the fields hold it. */
export type SettingsDraft = Record<SettingName, string>

const draftOf = (values: SettingsValues) =>
  Object.fromEntries(settingNames.map((name) => [name, String(values[name] ?? '')])) as SettingsDraft

function valueOf(name: SettingName, text: string) {
  if (isSwitch(name)) return text === 'true'
  return isNumber(name) ? Number(text) : text.trim() || null
}

const valuesOf = (draft: SettingsDraft) =>
  Object.fromEntries(settingNames.map((name) => [name, valueOf(name, draft[name])])) as SettingsValues

/** State and submit of the form. An error stands at its field, and the first such field gets the focus. */
export function useSettingsForm(values: SettingsValues, version: number) {
  const start = draftOf(values)
  const [changes, setChanges] = useState<Partial<SettingsDraft>>({})
  const fields = useFieldErrors(settingNames)
  const client = useQueryClient()
  const toast = useToast()
  const draft = { ...start, ...changes }
  const changed = settingNames.filter((name) => draft[name].trim() !== start[name])

  const mutation = useMutation({
    mutationFn: () => saveSettings(valuesOf(draft), version),
    onSuccess: async () => {
      await client.invalidateQueries(settingsPage())
      setChanges({})
      toast.success('Settings saved')
    },
    onError: (error) => {
      toast.error('Failed to save settings')
      fields.show(fieldErrors(error))
    },
  })
  const submit = () => {
    if (mutation.isPending || changed.length === 0) return
    mutation.reset()
    const unreadable = changed.filter((name) => isNumber(name) && !/^\d{1,6}$/.test(draft[name].trim()))
    fields.show(Object.fromEntries(unreadable.map((name) => [name, ['Enter a whole number']])))
    if (unreadable.length === 0) mutation.mutate()
  }
  return {
    draft,
    errors: fields.errors,
    inputRef: fields.inputRef,
    submit,
    isChanged: changed.length > 0,
    change: (name: SettingName, text: string) => {
      setChanges((before) => ({ ...before, [name]: text }))
      fields.clear([name])
    },
    undo: () => {
      mutation.reset()
      setChanges({})
      fields.show({})
    },
    /** After a conflict: what was typed stays, on top of what a colleague has saved. */
    reload: async () => {
      await client.invalidateQueries(settingsPage())
      mutation.reset()
    },
    busy: mutation.isPending,
    isConflict: mutation.error instanceof ApiError && mutation.error.code === 'CONFLICT',
    /** What belongs to no field. */
    error: fields.ofNoField(mutation.error),
  }
}
