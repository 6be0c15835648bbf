import { AppError, invalid } from '@kerbside/schema/errors'
import { settingNames, Settings, type SettingName, type SettingsVersion } from '@kerbside/schema/settings/settings'
import { findSettingsVersions, SettingsModel } from '@kerbside/schema/settings/settings.model'
import { inTransaction } from '@kerbside/schema/transaction.model'
import { requireCan } from '@kerbside/schema/users/user'
import { UserModel } from '@kerbside/schema/users/user.model'
import { parse } from '@kerbside/schema/validate'
import mongoose from 'mongoose'
import { recordAudit } from '../audit/record-audit.ts'
import type { Context } from '../deps.ts'

/** What a version changed: the setting's name, and its value before and after. */
export type SettingChange = { name: SettingName; before: string | null; after: string | null }
export type SettingsSave = SettingsVersion & { changes: SettingChange[] }

/** Saves that the history shows. */
const historyLength = 20

/** The newest version, as it is stored at this moment. */
export async function getSettings(ctx: Context): Promise<SettingsVersion> {
  requireCan(ctx.viewer, 'settings:manage')
  const [newest] = await findSettingsVersions(1)
  if (!newest) throw new Error('There is always a version of the settings')
  return newest
}

/** The latest saves, the newest first, each with what it changed. */
export async function settingsHistory(ctx: Context): Promise<SettingsSave[]> {
  requireCan(ctx.viewer, 'settings:manage')
  const versions = await findSettingsVersions(historyLength + 1)
  return versions
    .slice(0, -1)
    .map((version, index) => ({ ...version, changes: changesOf(version, versions[index + 1]) }))
}

function changesOf({ settings }: SettingsVersion, before?: SettingsVersion): SettingChange[] {
  const shown = (value: Settings[SettingName] | undefined) => {
    if (typeof value === 'boolean') return value ? 'on' : 'off'
    return value === null || value === undefined ? null : `${value}`
  }
  return settingNames
    .map((name) => ({ name, before: shown(before?.settings[name]), after: shown(settings[name]) }))
    .filter((change) => change.before !== change.after)
}

/** Nobody locks themselves out by a setting. */
async function requireOwnTwoStep(id: string): Promise<void> {
  if (await UserModel.exists({ _id: id, twoStepEnabledAt: { $ne: null } })) return
  throw invalid('twoStepForAdmins', 'Set up two-step sign-in for yourself first, under Your sessions')
}

const changedMeanwhile = () =>
  new AppError(
    'CONFLICT',
    'A colleague has changed the settings since you opened them. Check what they say now, and save again.',
  )

/**
 * Stores all settings as the version after `version`, which the change is based on; with another one it is rejected. Other
 * processes follow within seconds. Saving what is in force already stores nothing.
 */
export async function saveSettings(ctx: Context, input: unknown, version: number): Promise<SettingsVersion> {
  requireCan(ctx.viewer, 'settings:manage')
  const values = parse(Settings, input)
  if (values.twoStepForAdmins) await requireOwnTwoStep(ctx.viewer.id)
  const newest = await getSettings(ctx)
  if (newest.version !== version) throw changedMeanwhile()
  const changes = changesOf({ ...newest, settings: values }, newest)
  if (changes.length === 0) return newest
  const { id, name } = ctx.viewer
  const record = { _id: version + 1, values, savedAt: ctx.now(), savedBy: { id, name } }
  const subject = { kind: 'settings', id: String(record._id), label: `Version ${record._id}` } as const
  const details = changes.map((change) => `${change.name}: ${change.before} → ${change.after}`).join(', ')
  try {
    await inTransaction(async (session) => {
      await SettingsModel.insertMany([record], { session })
      await recordAudit(ctx, { action: 'settings.changed', subject, details }, session)
    })
  } catch (error) {
    if (error instanceof mongoose.mongo.MongoServerError && error.code === 11_000) throw changedMeanwhile()
    throw error
  }
  await ctx.settings.refresh()
  return getSettings(ctx)
}
