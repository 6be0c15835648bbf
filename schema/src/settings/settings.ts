import * as z from 'zod/mini'
import { defaultPublicSettings, type PublicSettings } from './public-settings.ts'
import { settingKinds } from './setting.ts'

/** The sections of the screen from top to bottom. */
export const settingSections = {
  promise: {
    title: 'Promise and offers',
    text: 'The form’s notice, the legal pages and the emails say the same numbers. Texts that you wrote into pages stay as they are.',
  },
  sender: {
    title: 'Sender of emails',
    text: 'Empty fields leave it to the MAIL_FROM of the server. The mail server must be allowed to send for the address.',
  },
  operator: {
    title: 'Who runs this site',
    text: 'Named by the privacy notice and the terms. Empty fields leave it to the configuration of the server.',
  },
  signIn: {
    title: 'Signing in',
    text: 'Everybody can set two-step sign-in up for themselves, under Your sessions.',
  },
  spam: { title: 'Spam', text: 'Held quotes wait for an admin; rejected ones are told to try again later.' },
  serviceWorker: {
    title: 'Service worker',
    text: 'The program in visitors’ browsers that opens pages without a network and sends waiting requests in the background.',
  },
  retention: {
    title: 'Retention',
    text: 'What is deleted by itself, and when. Nobody can bring it back but from a backup, which deletes it again.',
  },
}

const { number, text, email, onOff } = settingKinds<keyof typeof settingSections>()

/**
 * What admins decide without a new release (docs/specification.md, 9.8). An entry is all that a setting needs: its check,
 * GraphQL, the screen and the table in the specification are made from it.
 */
export const settingFields = {
  promiseHours: number(1, 72, defaultPublicSettings.promiseHours, 'hours', {
    section: 'promise',
    label: 'Answer promised within',
    help: '{range}',
    description: 'Hours in which homeowners are promised a first answer, {range}.',
  }),
  // A lead keeps the number it came with.
  firmsPerLead: number(1, 5, defaultPublicSettings.firmsPerLead, 'firms', {
    section: 'promise',
    label: 'Firms per lead',
    help: '{range}. Leads that are here already keep their number.',
    description: 'Firms that may hold an offer or the details of one lead at a time, {range}.',
  }),
  // An offer keeps the time it was made with.
  offerHours: number(1, 720, 24, 'hours', {
    section: 'promise',
    label: 'A firm decides within',
    help: '{range}, for new offers',
    description: 'Hours a firm has to decide, {range}.',
  }),
  unconfirmedDays: number(1, 30, 3, 'days', {
    section: 'promise',
    label: 'Another contractor may be chosen after',
    help: '{range} in which the chosen one has not confirmed',
    description: 'Days after which a homeowner may choose again if the chosen contractor has not confirmed, {range}.',
  }),
  senderName: text(80, {
    section: 'sender',
    label: 'Sender name',
    description: 'Who emails are from. Null: MAIL_FROM of the worker.',
  }),
  senderAddress: email({
    section: 'sender',
    label: 'Sender address',
    description: 'Its address. Null: MAIL_FROM of the worker.',
  }),
  operatorName: text(200, {
    section: 'operator',
    label: 'Legal name',
    description: 'Legal name of who runs the site, for the legal pages. Null: OPERATOR_NAME of the api.',
  }),
  operatorAddress: text(300, {
    section: 'operator',
    label: 'Postal address',
    description: 'Its postal address. Null: OPERATOR_ADDRESS of the api.',
  }),
  operatorEmail: email({
    section: 'operator',
    label: 'Email for questions about personal data',
    description: 'Its address for questions about personal data. Null: OPERATOR_EMAIL of the api.',
  }),
  twoStepForAdmins: onOff(false, {
    section: 'signIn',
    label: 'Admins need two-step sign-in',
    help: 'Whoever lacks it can set it up and do nothing else.',
    description: 'Admins without two-step sign-in may set it up and nothing else.',
  }),
  quotesPerAddress: number(1, 10_000, 30, 'quotes', {
    section: 'spam',
    label: 'Held above, from one network',
    help: 'In ten minutes',
    description: 'Valid quotes from one network address in ten minutes, above which they are held.',
  }),
  rejectedPerAddress: number(1, 10_000, 120, 'quotes', {
    section: 'spam',
    label: 'Rejected above, from one network',
    help: 'In ten minutes',
    description: 'The same, above which they are rejected.',
  }),
  quotesPerContact: number(1, 1_000, 5, 'quotes', {
    section: 'spam',
    label: 'Held above, with one email or phone',
    help: 'In a day',
    description: 'Valid quotes with one email address or phone number in a day, above which they are held.',
  }),
  networksPerContact: number(1, 1_000, 3, 'networks', {
    section: 'spam',
    label: 'Held above, one email or phone from',
    help: 'In a day',
    description: 'Networks from which one contact may send valid quotes in a day, above which they are held.',
  }),
  quotesPerText: number(1, 1_000, 3, 'quotes', {
    section: 'spam',
    label: 'Held above, with the same long text',
    help: 'In a day, from 60 characters',
    description: 'Valid quotes with the same long text in a day, above which they are held.',
  }),
  linksPerQuote: number(0, 100, 2, 'links', {
    section: 'spam',
    label: 'Held above, links in one quote',
    help: '{range}',
    description: 'Links in the free texts of one quote, above which it is held, {range}.',
  }),
  holdDisposable: onOff(true, {
    section: 'spam',
    label: 'Hold disposable email addresses',
    help: 'Of providers whose addresses work for minutes.',
    description: 'Quotes with a disposable email address are held.',
  }),
  holdUnchallenged: onOff(false, {
    section: 'spam',
    label: 'Hold quotes without a passed challenge',
    help: 'Where the server has one set up. Holds quotes that a phone sent late, and those of browsers without script.',
    description: 'Quotes without a passed challenge are held, where the server has a challenge.',
  }),
  invalidPerAddress: number(1, 10_000, 60, 'quotes', {
    section: 'spam',
    label: 'Invalid ones rejected above',
    help: 'From one network in ten minutes',
    description: 'Invalid quotes from one network address in ten minutes, above which they are rejected.',
  }),
  serviceWorkerOff: onOff(false, {
    section: 'serviceWorker',
    label: 'Switch the service worker off',
    help: 'For a release that leaves visitors with broken or old pages. Browsers remove it at their next visit; requests that wait on phones stay there and are sent by the open page.',
    description: 'Browsers remove the service worker of the site, and pages install none.',
  }),
  heldDays: number(1, 90, defaultPublicSettings.heldDays, 'days', {
    section: 'retention',
    label: 'Held quotes are deleted after',
    help: '{range}',
    description: 'Days that a held quote waits for staff before it is deleted, {range}.',
  }),
  leadMonths: number(0, 120, defaultPublicSettings.leadMonths, 'months', {
    section: 'retention',
    label: 'Leads that did not convert are deleted after',
    help: 'Without a change, up to 120. 0: never by itself',
    description:
      'Months without a change after which a lead that did not convert is deleted, up to 120. 0: not by itself.',
  }),
  auditDays: number(30, 3_650, 730, 'days', {
    section: 'retention',
    label: 'Entries of the audit trail are deleted after',
    help: '{range}',
    description: 'Days after which an entry of the audit trail is deleted, {range}.',
  }),
}

type Fields = typeof settingFields
export type SettingName = keyof Fields
export type Settings = { [Name in SettingName]: z.output<Fields[Name]['schema']> }

export const settingNames = Object.keys(settingFields) as SettingName[]
const eachOf = <Value>(valueOf: (name: SettingName) => Value) =>
  Object.fromEntries(settingNames.map((name) => [name, valueOf(name)]))

export const Settings = z
  .strictObject(eachOf((name) => settingFields[name].schema) as { [Name in SettingName]: Fields[Name]['schema'] })
  .check(
    z.refine(({ quotesPerAddress, rejectedPerAddress }) => rejectedPerAddress >= quotesPerAddress, {
      path: ['rejectedPerAddress'],
      error: 'Give at least the number from which quotes are held',
    }),
    z.refine(({ senderName, senderAddress }) => senderName === null || senderAddress !== null, {
      path: ['senderAddress'],
      error: 'Give the address that belongs to the name',
    }),
  )

/** In force until an admin changes them. */
export const defaultSettings = eachOf((name) => settingFields[name].start) as Settings

/** Settings as an admin saved them. Nothing is overwritten: each save is a version of its own. */
export type SettingsVersion = {
  /** 1 for the first save; 0 while the defaults are in force. */
  version: number
  settings: Settings
  savedAt: Date | null
  savedBy: { id: string; name: string } | null
}

const publicNames = Object.keys(defaultPublicSettings) as (keyof PublicSettings)[]

export const publicSettings = (settings: Settings) =>
  Object.fromEntries(publicNames.map((name) => [name, settings[name]])) as PublicSettings
