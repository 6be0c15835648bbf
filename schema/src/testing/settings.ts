import { defaultSettings, type Settings } from '../settings/settings.ts'
import { SettingsModel, type CurrentSettings } from '../settings/settings.model.ts'

/** Stores settings as an admin would, and waits until `current` has them. */
export async function saveSettings(current: CurrentSettings, changes: Partial<Settings>): Promise<void> {
  const values = { ...defaultSettings, ...changes }
  const savedBy = { id: 'admin', name: 'Avery Admin' }
  await SettingsModel.create({ _id: (await SettingsModel.countDocuments()) + 1, values, savedAt: new Date(), savedBy })
  await current.refresh()
}
