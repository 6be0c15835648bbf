import { areaText, parseArea } from '@kerbside/schema/contractors/area-text'
import {
  maximumAreas,
  maximumCap,
  maximumContacts,
  maximumWeight,
  offerEmailsChoices,
  outsideHoursChoices,
  trades,
  usualTimeZone,
  weekdays,
  type Area,
} from '@kerbside/schema/contractors/contractor'
import { parsePhone, phoneMessage } from '@kerbside/schema/quotes/phone'
import { isTimeZone } from '@kerbside/schema/time/zone-time'
import { EmailAddress, line } from '@kerbside/schema/typed-fields'
import { z } from 'zod'

const capMessage = `Enter a whole number from 0 to ${maximumCap.toLocaleString('en-GB')}`
const Cap = z.number(capMessage).int(capMessage).min(0, capMessage).max(maximumCap, capMessage)

const weightMessage = `Enter a whole number from 1 to ${maximumWeight}`
const Weight = z.number(weightMessage).int(weightMessage).min(1, weightMessage).max(maximumWeight, weightMessage)

const timeMessage = 'Enter a time, like 08:00'
const dateMessage = 'Enter a date, like 2027-12-31'
const zoneMessage = 'Choose a time zone, like Europe/London'

const Name = line(200, 'Enter a name').pipe(z.string().min(1, 'Enter a name'))
const Phone = z
  .string('This must be text')
  .transform((text, issues) => {
    if (text.trim() === '') return null
    const phone = parsePhone(text)
    if (phone === null) issues.addIssue({ code: 'custom', message: phoneMessage(null, text) })
    return phone
  })
  .nullable()

const Contact = z
  .strictObject({
    name: Name,
    role: line(100).nullish(),
    email: z.preprocess((email) => (email === '' ? null : (email ?? null)), EmailAddress.nullable()),
    phone: Phone.default(null),
    isMain: z.boolean().nullish(),
  })
  .transform(({ role, isMain, ...contact }) => ({ ...contact, role: role || null, isMain: isMain ?? false }))
  .refine(({ isMain, email }) => !isMain || email !== null, {
    path: ['email'],
    error: 'The main contact gets the firm’s emails: enter an address',
  })

const time = z.string(timeMessage).regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, { error: timeMessage, abort: true })
const WorkingDay = z
  .strictObject({ day: z.enum(weekdays, 'Choose a day of the week'), from: time, to: time })
  .refine(({ from, to }) => from < to, { path: ['to'], error: 'The day must end after it begins' })

/** As people type them, each once. */
export const Areas = z
  .array(z.string(), 'Enter at least one area')
  .min(1, 'Enter at least one area')
  .max(maximumAreas, `Enter ${maximumAreas} areas at most`)
  .transform((texts, issues) => {
    const areas = new Map<string, Area>()
    for (const result of texts.map(parseArea)) {
      if (result.ok) areas.set(areaText(result.area), result.area)
      else issues.addIssue({ code: 'custom', message: result.message })
    }
    return [...areas.values()]
  })

const fields = {
  name: Name,
  email: EmailAddress,
  phone: Phone,
  contacts: z
    .array(Contact, 'Give the contacts')
    .max(maximumContacts, `Enter ${maximumContacts} contacts at most`)
    .refine((contacts) => contacts.filter(({ isMain }) => isMain).length <= 1, 'Choose one main contact'),
  trades: z
    .array(z.string(), 'Choose at least one trade')
    .min(1, 'Choose at least one trade')
    .transform((names, issues) => {
      const known = trades.filter((trade) => names.includes(trade))
      for (const name of names) {
        if (known.some((trade) => trade === name)) continue
        issues.addIssue({
          code: 'custom',
          message: `“${name.slice(0, 40)}” is no trade. Choose from ${trades.join(', ')}.`,
        })
      }
      return known
    }),
  areas: Areas,
  workingHours: z
    .array(WorkingDay, 'Enter working hours, like Mon-Fri 08:00-17:30; Sat 09:00-13:00')
    .refine((days) => new Set(days.map(({ day }) => day)).size === days.length, 'Give each day once')
    .transform((days) => days.toSorted((a, b) => weekdays.indexOf(a.day) - weekdays.indexOf(b.day))),
  timeZone: z.string(zoneMessage).trim().refine(isTimeZone, zoneMessage),
  outsideHours: z.enum(outsideHoursChoices, 'Choose what happens outside the working hours: send, hold or pass-on'),
  offerEmails: z.enum(offerEmailsChoices, 'Choose how the firm hears of offers: single or daily'),
  weight: Weight,
  dailyCap: Cap,
  weeklyCap: Cap.nullable(),
  active: z.boolean('Choose whether the firm is active'),
  pausedUntil: z.date(dateMessage).nullable(),
  verifiedUntil: z.date(dateMessage).nullable(),
}
/** What null clears; elsewhere null changes nothing. */
export const nullable = ['phone', 'weeklyCap', 'pausedUntil', 'verifiedUntil']

export const NewContractor = z
  .strictObject({
    ...fields,
    phone: fields.phone.default(null),
    contacts: fields.contacts.nullish().transform((contacts) => contacts ?? []),
    workingHours: fields.workingHours.nullish().transform((days) => days ?? []),
    timeZone: fields.timeZone.nullish(),
    outsideHours: fields.outsideHours.nullish().transform((choice) => choice ?? 'send'),
    offerEmails: fields.offerEmails.nullish().transform((choice) => choice ?? 'single'),
    weight: fields.weight.nullish().transform((weight) => weight ?? 1),
    weeklyCap: fields.weeklyCap.default(null),
    active: fields.active.nullish().transform((active) => active ?? true),
    pausedUntil: fields.pausedUntil.default(null),
    verifiedUntil: fields.verifiedUntil.default(null),
  })
  .transform(({ timeZone, ...firm }) => ({ ...firm, timeZone: timeZone ?? usualTimeZone(firm.areas) }))

export const ContractorChange = z.strictObject({
  name: fields.name.nullish(),
  email: fields.email.nullish(),
  phone: fields.phone.optional(),
  contacts: fields.contacts.nullish(),
  workingHours: fields.workingHours.nullish(),
  timeZone: fields.timeZone.nullish(),
  outsideHours: fields.outsideHours.nullish(),
  offerEmails: fields.offerEmails.nullish(),
  weight: fields.weight.nullish(),
  trades: fields.trades.nullish(),
  areas: fields.areas.nullish(),
  dailyCap: fields.dailyCap.nullish(),
  weeklyCap: fields.weeklyCap.optional(),
  active: fields.active.nullish(),
  pausedUntil: fields.pausedUntil.optional(),
  verifiedUntil: fields.verifiedUntil.optional(),
  /** The version of the firm that the change is based on; with another one it is rejected as stale. */
  version: z.number('Give the number of the version').int().nullish(),
})
