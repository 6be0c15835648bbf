import type { Settings, SettingsVersion } from '@kerbside/schema/settings/settings'
import { builder } from '../graphql/builder.ts'
import {
  getSettings,
  saveSettings,
  settingsHistory,
  type SettingChange,
  type SettingsSave,
} from './settings.service.ts'

/** Every setting with its description, for the type and for its input. */
const texts = {
  senderName: 'Who emails are from. Null: MAIL_FROM of the worker.',
  senderAddress: 'Its address. Null: MAIL_FROM of the worker.',
  operatorName: 'Legal name of who runs the site, for the legal pages. Null: OPERATOR_NAME of the api.',
  operatorAddress: 'Its postal address. Null: OPERATOR_ADDRESS of the api.',
  operatorEmail: 'Its address for questions about personal data. Null: OPERATOR_EMAIL of the api.',
} as const satisfies Partial<Record<keyof Settings, string>>

const numbers = {
  promiseHours: 'Hours in which homeowners are promised a first answer, 1 to 72.',
  firmsPerLead: 'Firms that may hold an offer or the details of one lead at a time, 1 to 5.',
  offerHours: 'Hours a firm has to decide, 1 to 720.',
  heldDays: 'Days that a held quote waits for staff before it is deleted, 1 to 90.',
  leadMonths:
    'Months without a change after which a lead that did not convert is deleted, up to 120. 0: not by itself.',
  auditDays: 'Days after which an entry of the audit trail is deleted, 30 to 3,650.',
  quotesPerAddress: 'Valid quotes from one network address in ten minutes, above which they are held.',
  rejectedPerAddress: 'The same, above which they are rejected.',
  quotesPerContact: 'Valid quotes with one email address or phone number in a day, above which they are held.',
  networksPerContact: 'Networks from which one contact may send valid quotes in a day, above which they are held.',
  quotesPerText: 'Valid quotes with the same long text in a day, above which they are held.',
  linksPerQuote: 'Links in the free texts of one quote, above which it is held, 0 to 100.',
  invalidPerAddress: 'Invalid quotes from one network address in ten minutes, above which they are rejected.',
} as const satisfies Partial<Record<keyof Settings, string>>

const switches = {
  holdDisposable: 'Quotes with a disposable email address are held.',
  holdUnchallenged: 'Quotes without a passed challenge are held, where the server has a challenge.',
  twoStepForAdmins: 'Admins without two-step sign-in may set it up and nothing else.',
  serviceWorkerOff: 'Browsers remove the service worker of the site, and pages install none.',
} as const satisfies Partial<Record<keyof Settings, string>>

const entries = <Name extends string>(descriptions: Record<Name, string>) =>
  Object.entries(descriptions) as [Name, string][]

const SettingsType = builder.objectRef<Settings>('Settings').implement({
  description: 'What admins decide without a new release.',
  fields: (t) =>
    Object.fromEntries([
      ...entries(texts).map(([name, description]) => [name, t.exposeString(name, { nullable: true, description })]),
      ...entries(numbers).map(([name, description]) => [name, t.exposeInt(name, { description })]),
      ...entries(switches).map(([name, description]) => [name, t.exposeBoolean(name, { description })]),
    ]),
})

const SettingsInput = builder.inputType('SettingsInput', {
  description: 'All settings: whatever is left out of the texts is null.',
  fields: (t) =>
    Object.fromEntries([
      ...entries(texts).map(([name, description]) => [name, t.string({ description })]),
      ...entries(numbers).map(([name, description]) => [name, t.int({ required: true, description })]),
      ...entries(switches).map(([name, description]) => [name, t.boolean({ required: true, description })]),
    ]),
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
