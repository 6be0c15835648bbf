import * as z from 'zod/mini'
import { defaultPublicSettings, type PublicSettings } from './public-settings.ts'

const wholeNumber = (min: number, max: number) =>
  z
    .number(`Give a whole number from ${min} to ${max}`)
    .check(z.int('Give a whole number'), z.minimum(min, `Give at least ${min}`), z.maximum(max, `Give at most ${max}`))

/** Trimmed, of one line; nothing is null, which leaves it to the configuration of the server. */
const line = (maximum: number) =>
  z.nullable(
    z.pipe(
      z
        .string('Write a text')
        .check(
          z.trim(),
          z.maxLength(maximum, `Write ${maximum} characters at most`),
          z.regex(/^[^\p{Cc}]*$/u, 'Write one line'),
        ),
      z.transform((text) => text || null),
    ),
  )

const email = z.pipe(line(254), z.nullable(z.email('Give an email address, like quotes@example.com')))

/** What admins decide without a new release (docs/specification.md, 9.8). */
export const Settings = z
  .strictObject({
    /** Who emails are from. Null: `MAIL_FROM` of the worker. */
    senderName: line(80),
    senderAddress: email,
    /** Who runs the site, for the legal pages. Null: `OPERATOR_NAME` and its neighbours of the api. */
    operatorName: line(200),
    operatorAddress: line(300),
    operatorEmail: email,
    promiseHours: wholeNumber(1, 72),
    firmsPerLead: wholeNumber(1, 5),
    heldDays: wholeNumber(1, 90),
    leadMonths: wholeNumber(0, 120),
    /** Days after which an entry of the audit trail is deleted. */
    auditDays: wholeNumber(30, 3_650),
    /** Hours a firm has to decide before the job goes to the next. An offer keeps the time it was made with. */
    offerHours: wholeNumber(1, 720),
    /** Valid quotes from one network address in ten minutes: more are held, and from the second number on rejected. */
    quotesPerAddress: wholeNumber(1, 10_000),
    rejectedPerAddress: wholeNumber(1, 10_000),
    /** Valid quotes with one email address or phone number in a day; more are held. */
    quotesPerContact: wholeNumber(1, 1_000),
    /** Networks from which one email address or phone number may send quotes in a day; from more they are held. */
    networksPerContact: wholeNumber(1, 1_000),
    /** Valid quotes with the same long text in a day; more are held. */
    quotesPerText: wholeNumber(1, 1_000),
    /** Links in the free texts of one quote; with more it is held. */
    linksPerQuote: wholeNumber(0, 100),
    /** Whether quotes with a disposable email address are held. */
    holdDisposable: z.boolean('Choose on or off'),
    /** Whether quotes without a passed challenge are held, where a challenge is configured. */
    holdUnchallenged: z.boolean('Choose on or off'),
    /** Invalid quotes from one network address in ten minutes; more are rejected. */
    invalidPerAddress: wholeNumber(1, 10_000),
    /** Admins without two-step sign-in may set it up and nothing else. */
    twoStepForAdmins: z.boolean('Choose on or off'),
    /** Browsers remove the site's service worker, and pages install none. */
    serviceWorkerOff: z.boolean('Choose on or off'),
  })
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
export type Settings = PublicSettings & z.output<typeof Settings>

/** In force until an admin changes them. */
export const defaultSettings: Settings = {
  senderName: null,
  senderAddress: null,
  operatorName: null,
  operatorAddress: null,
  operatorEmail: null,
  ...defaultPublicSettings,
  offerHours: 24,
  auditDays: 730,
  quotesPerAddress: 30,
  rejectedPerAddress: 120,
  quotesPerContact: 5,
  networksPerContact: 3,
  quotesPerText: 3,
  linksPerQuote: 2,
  holdDisposable: true,
  holdUnchallenged: false,
  invalidPerAddress: 60,
  twoStepForAdmins: false,
  serviceWorkerOff: false,
}

/** Settings as an admin saved them. Nothing is overwritten: each save is a version of its own. */
export type SettingsVersion = {
  /** 1 for the first save; 0 while the defaults are in force. */
  version: number
  settings: Settings
  savedAt: Date | null
  savedBy: { id: string; name: string } | null
}

export const publicSettings = ({ firmsPerLead, promiseHours, heldDays, leadMonths }: Settings): PublicSettings => ({
  firmsPerLead,
  promiseHours,
  heldDays,
  leadMonths,
})
