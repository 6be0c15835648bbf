import { settingFields, settingNames, type SettingName, type Settings } from '@kerbside/schema/settings/settings'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from '../ui/forms/use-form.ts'
import { saveSettings, settingsPage } from './settings.queries.ts'

/** As the fields hold it. */
export type SettingsDraft = Record<SettingName, string>

const draftOf = (values: Settings) =>
  Object.fromEntries(settingNames.map((name) => [name, String(values[name] ?? '')])) as SettingsDraft

function valueOf(name: SettingName, text: string) {
  const { kind } = settingFields[name]
  if (kind === 'switch') return text === 'true'
  return kind === 'number' ? Number(text) : text.trim() || null
}

const valuesOf = (draft: SettingsDraft) =>
  Object.fromEntries(settingNames.map((name) => [name, valueOf(name, draft[name])])) as Settings

function problemOf(name: SettingName, text: string) {
  return settingFields[name].kind === 'number' && !/^\d{1,6}$/.test(text.trim()) ? 'Enter a whole number' : null
}

export function useSettingsForm(values: Settings, version: number) {
  const client = useQueryClient()
  const start = draftOf(values)
  const form = useForm({
    start,
    check: (draft) => Object.fromEntries(settingNames.map((name) => [name, problemOf(name, draft[name])])),
    save: (draft) => saveSettings(valuesOf(draft), version),
    done: 'Settings saved',
    failed: 'Failed to save settings',
    reload: () => client.invalidateQueries(settingsPage()),
  })
  return { ...form, isChanged: settingNames.some((name) => form.draft[name].trim() !== start[name]) }
}
