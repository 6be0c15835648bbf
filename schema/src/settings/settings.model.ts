import mongoose, { Schema } from 'mongoose'
import type { Logger } from 'pino'
import { inTurn } from '../operation/one-at-a-time.ts'
import { defaultSettings, type Settings, type SettingsVersion } from './settings.ts'

/** `_id` is the version, so that of two saves on the same version only one can be stored. */
type SettingsRecord = {
  _id: number
  values: Partial<Settings>
  savedAt: Date
  savedBy: { id: string; name: string }
}

const schema = new Schema<SettingsRecord>(
  {
    _id: { type: Number, required: true },
    values: { type: Schema.Types.Mixed, required: true },
    savedAt: { type: Date, required: true },
    savedBy: { type: new Schema({ id: String, name: String }, { _id: false, strict: 'throw' }), required: true },
  },
  { collection: 'settings', versionKey: false, strict: 'throw', autoIndex: false },
)

export const SettingsModel = mongoose.model<SettingsRecord>('Settings', schema)

const builtIn: SettingsVersion = { version: 0, settings: defaultSettings, savedAt: null, savedBy: null }

const toVersion = ({ _id, values, savedAt, savedBy }: SettingsRecord): SettingsVersion => ({
  version: _id,
  // A setting that came with a later release is not in older versions.
  settings: { ...defaultSettings, ...values },
  savedAt,
  savedBy,
})

/** The newest versions first, at the end always the built-in one. */
export async function findSettingsVersions(limit: number): Promise<SettingsVersion[]> {
  const records = await SettingsModel.find().sort({ _id: -1 }).limit(limit).lean<SettingsRecord[]>()
  return [...records.map(toVersion), ...(records.length < limit ? [builtIn] : [])]
}

/** Milliseconds between two looks at what is stored: a change is in force in all processes within two seconds. */
const readEvery = 1_000

/** What is in force. `refresh` reads it now, and so does a timer until `close`. */
export type CurrentSettings = { (): Settings; refresh: () => Promise<void>; close: () => void }

/**
 * Follows the settings without depending on Redis. While MongoDB is away the last known ones stay in force; before the
 * first answer those are the defaults.
 */
export function watchSettings(log: Logger): CurrentSettings {
  let current = builtIn
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  // One after the other, or an older look that is answered later would bring the former settings back.
  const lookInTurn = inTurn()
  const refresh = () => lookInTurn(look)
  async function look(): Promise<void> {
    const [newest = builtIn] = await findSettingsVersions(1)
    // Not only a newer version counts: a restored backup may have an older one.
    if (newest.version === current.version && newest.savedAt?.getTime() === current.savedAt?.getTime()) return
    current = newest
    log.info({ version: newest.version }, 'settings changed')
  }
  const follow = async () => {
    if (mongoose.connection.readyState === mongoose.ConnectionStates.connected) {
      await refresh().catch((error: unknown) => log.warn({ err: error }, 'the settings could not be read'))
    }
    if (!isClosed) timer = setTimeout(() => void follow(), readEvery).unref()
  }
  void follow()

  const close = () => {
    isClosed = true
    clearTimeout(timer)
  }
  return Object.assign(() => current.settings, { refresh, close })
}
