import type { SettingName } from './settings.queries.ts'

export type SettingField = {
  name: SettingName
  label: string
  /** What a number counts; a text has none. */
  unit?: string
  hint?: string
  isEmail?: true
  /** On or off, instead of a text or a number. */
  isSwitch?: true
}

export type SettingGroup = { title: string; text: string; fields: readonly SettingField[] }

/** The screen from top to bottom (docs/specification.md, 9.8). */
export const settingGroups: readonly SettingGroup[] = [
  {
    title: 'Promise and offers',
    text: 'The form’s notice, the legal pages and the emails say the same numbers. Texts that you wrote into pages stay as they are.',
    fields: [
      { name: 'promiseHours', label: 'Answer promised within', unit: 'hours', hint: '1 to 72' },
      {
        name: 'firmsPerLead',
        label: 'Firms per lead',
        unit: 'firms',
        hint: '1 to 5. Leads that are here already keep their number.',
      },
      { name: 'offerHours', label: 'A firm decides within', unit: 'hours', hint: '1 to 720, for new offers' },
    ],
  },
  {
    title: 'Sender of emails',
    text: 'Empty fields leave it to the MAIL_FROM of the server. The mail server must be allowed to send for the address.',
    fields: [
      { name: 'senderName', label: 'Sender name' },
      { name: 'senderAddress', label: 'Sender address', isEmail: true },
    ],
  },
  {
    title: 'Who runs this site',
    text: 'Named by the privacy notice and the terms. Empty fields leave it to the configuration of the server.',
    fields: [
      { name: 'operatorName', label: 'Legal name' },
      { name: 'operatorAddress', label: 'Postal address' },
      { name: 'operatorEmail', label: 'Email for questions about personal data', isEmail: true },
    ],
  },
  {
    title: 'Signing in',
    text: 'Everybody can set two-step sign-in up for themselves, under Your sessions.',
    fields: [
      {
        name: 'twoStepForAdmins',
        label: 'Admins need two-step sign-in',
        isSwitch: true,
        hint: 'Whoever lacks it can set it up and do nothing else.',
      },
    ],
  },
  {
    title: 'Spam',
    text: 'Held quotes wait for an admin; rejected ones are told to try again later.',
    fields: [
      {
        name: 'quotesPerAddress',
        label: 'Held above, from one network',
        unit: 'quotes',
        hint: 'In ten minutes',
      },
      {
        name: 'rejectedPerAddress',
        label: 'Rejected above, from one network',
        unit: 'quotes',
        hint: 'In ten minutes',
      },
      {
        name: 'quotesPerContact',
        label: 'Held above, with one email or phone',
        unit: 'quotes',
        hint: 'In a day',
      },
      {
        name: 'networksPerContact',
        label: 'Held above, one email or phone from',
        unit: 'networks',
        hint: 'In a day',
      },
      {
        name: 'quotesPerText',
        label: 'Held above, with the same long text',
        unit: 'quotes',
        hint: 'In a day, from 60 characters',
      },
      { name: 'linksPerQuote', label: 'Held above, links in one quote', unit: 'links', hint: '0 to 100' },
      {
        name: 'holdDisposable',
        label: 'Hold disposable email addresses',
        isSwitch: true,
        hint: 'Of providers whose addresses work for minutes.',
      },
      {
        name: 'holdUnchallenged',
        label: 'Hold quotes without a passed challenge',
        isSwitch: true,
        hint: 'Where the server has one set up. Holds quotes that a phone sent late, and those of browsers without script.',
      },
      {
        name: 'invalidPerAddress',
        label: 'Invalid ones rejected above',
        unit: 'quotes',
        hint: 'From one network in ten minutes',
      },
    ],
  },
  {
    title: 'Service worker',
    text: 'The program in visitors’ browsers that opens pages without a network and sends waiting requests in the background.',
    fields: [
      {
        name: 'serviceWorkerOff',
        label: 'Switch the service worker off',
        isSwitch: true,
        hint: 'For a release that leaves visitors with broken or old pages. Browsers remove it at their next visit; requests that wait on phones stay there and are sent by the open page.',
      },
    ],
  },
  {
    title: 'Retention',
    text: 'What is deleted by itself, and when. Nobody can bring it back but from a backup, which deletes it again.',
    fields: [
      { name: 'heldDays', label: 'Held quotes are deleted after', unit: 'days', hint: '1 to 90' },
      {
        name: 'leadMonths',
        label: 'Leads that did not convert are deleted after',
        unit: 'months',
        hint: 'Without a change, up to 120. 0: never by itself',
      },
      { name: 'auditDays', label: 'Entries of the audit trail are deleted after', unit: 'days', hint: '30 to 3,650' },
    ],
  },
]

const allFields = settingGroups.flatMap(({ fields }) => fields)
export const settingNames = allFields.map(({ name }) => name)
/** In a change, a name that only a newer release knows is shown as it is. */
export const labelOf = (name: string): string => allFields.find((field) => field.name === name)?.label ?? name
export const isSwitch = (name: SettingName) => allFields.some((field) => field.name === name && field.isSwitch)
export const isNumber = (name: SettingName) =>
  allFields.some((field) => field.name === name && field.unit !== undefined)
