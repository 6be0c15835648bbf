import {
  settingFields,
  settingNames,
  type SettingName,
  type Settings,
  type SettingsVersion,
} from '@kerbside/schema/settings/settings'
import { builder } from '../graphql/builder.ts'
import {
  getSettings,
  saveSettings,
  settingsHistory,
  type SettingChange,
  type SettingsSave,
} from './settings.service.ts'

const typeOf = { number: 'Int', text: 'String', email: 'String', switch: 'Boolean' } as const

/** Every setting by its name, for the type and for its input. */
const eachSetting = <Made>(
  make: (name: SettingName, type: 'Int' | 'String' | 'Boolean', description: string) => Made,
) =>
  Object.fromEntries(
    settingNames.map((name) => {
      const { kind, description } = settingFields[name]
      return [name, make(name, typeOf[kind], description)]
    }),
  )

const SettingsType = builder.objectRef<Settings>('Settings').implement({
  description: 'What admins decide without a new release.',
  fields: (t) =>
    eachSetting((name, type, description) =>
      t.field({ type, nullable: type === 'String', description, resolve: (settings) => settings[name] as never }),
    ),
})

const SettingsInput = builder.inputType('SettingsInput', {
  description: 'All settings: whatever is left out of the texts is null.',
  fields: (t) => eachSetting((_name, type, description) => t.field({ type, required: type !== 'String', description })),
})

const SettingsAuthorType = builder
  .objectRef<NonNullable<SettingsVersion['savedBy']>>('SettingsAuthor')
  .implement({ fields: (t) => ({ id: t.exposeID('id'), name: t.exposeString('name') }) })

const SettingsVersionType = builder.objectRef<SettingsVersion>('SettingsVersion').implement({
  fields: (t) => ({
    version: t.exposeInt('version', { description: '0 while nobody has saved any.' }),
    settings: t.expose('settings', { type: SettingsType }),
    savedAt: t.expose('savedAt', { type: 'DateTime', nullable: true }),
    savedBy: t.expose('savedBy', { type: SettingsAuthorType, nullable: true }),
  }),
})

const SettingChangeType = builder.objectRef<SettingChange>('SettingChange').implement({
  fields: (t) => ({
    name: t.exposeString('name'),
    before: t.exposeString('before', { nullable: true }),
    after: t.exposeString('after', { nullable: true }),
  }),
})

const SettingsSaveType = builder.objectRef<SettingsSave>('SettingsSave').implement({
  description: 'Who changed what, and when.',
  fields: (t) => ({
    version: t.exposeInt('version'),
    savedAt: t.expose('savedAt', { type: 'DateTime', nullable: true }),
    savedBy: t.expose('savedBy', { type: SettingsAuthorType, nullable: true }),
    changes: t.expose('changes', { type: [SettingChangeType] }),
  }),
})

builder.queryFields((t) => ({
  settings: t.field({ type: SettingsVersionType, resolve: (_root, _args, ctx) => getSettings(ctx) }),
  settingsHistory: t.field({
    type: [SettingsSaveType],
    description: 'The latest 20 saves, the newest first.',
    resolve: (_root, _args, ctx) => settingsHistory(ctx),
  }),
}))

builder.mutationField('saveSettings', (t) =>
  t.field({
    type: SettingsVersionType,
    description: 'Saves all settings as a new version, in force in every process within two seconds.',
    args: {
      settings: t.arg({ type: SettingsInput, required: true }),
      version: t.arg.int({ required: true, description: 'That the change is based on. With another one: CONFLICT.' }),
    },
    resolve: (_root, { settings, version }, ctx) => saveSettings(ctx, settings, version),
  }),
)
