import type { ImportField } from './import-fields.ts'

/** What a column of a file of firms can be, by the names of the fields of a firm. */
export const contractorFields = [
  { name: 'name', label: 'Name', isRequired: true },
  { name: 'email', label: 'Email', isRequired: true },
  { name: 'phone', label: 'Phone', isRequired: false },
  { name: 'trades', label: 'Trades', isRequired: true },
  { name: 'areas', label: 'Areas', isRequired: true },
  { name: 'dailyCap', label: 'Offers per day', isRequired: false },
  { name: 'weeklyCap', label: 'Offers per week', isRequired: false },
  { name: 'verifiedUntil', label: 'Verified until', isRequired: false },
  { name: 'timeZone', label: 'Time zone', isRequired: false },
  { name: 'workingHours', label: 'Working hours', isRequired: false },
  { name: 'outsideHours', label: 'Outside hours', isRequired: false },
  { name: 'offerEmails', label: 'Offer emails', isRequired: false },
  { name: 'weight', label: 'Weight', isRequired: false },
] as const satisfies ImportField[]
export type ContractorColumn = (typeof contractorFields)[number]['name']

export const contractorImportLimits = { bytes: 1024 * 1024, rows: 1_000 } as const

/** Offers a day of a firm whose row gives none. */
export const importedDailyCap = 10

/** A file that can be imported as it is, to begin from. */
export const contractorSample = [
  contractorFields.map(({ label }) => label).join(','),
  'Example Paving,jobs@example-paving.example,020 7946 0123,driveways; extensions,SW1A; SW3; SE,10,30,2027-12-31,Europe/London,Mon-Fri 08:00-17:30; Sat 09:00-13:00,hold,single,2',
  'Liffey Example Drives,jobs@liffey-example.example,,driveways,D02; County Cork,5,,2027-12-31,Europe/Dublin,,,daily,',
  '',
].join('\r\n')

/** What became of a file's rows; of a dry run, what would become of them. */
export type ContractorImport = {
  rows: number
  added: number
  /** A firm with the email address is there already. */
  existing: number
  skipped: number
  problems: { row: number; column: string; message: string }[]
}
