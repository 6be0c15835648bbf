import { contractorFields, type ContractorColumn } from './contractor-fields.ts'
import { guessFields } from './import-fields.ts'

/** Other names that files have for a field. */
const otherNames: Record<ContractorColumn, string> = {
  name: 'company, company name, firm, contractor, business, business name, trading name',
  email: 'e-mail, email address, email, contact email',
  phone: 'phone number, telephone, tel, mobile',
  trades: 'trade, services, service, work',
  areas: 'area, postcodes, postcode areas, outcodes, coverage, regions, region',
  dailyCap: 'daily cap, daily limit, leads per day, per day',
  weeklyCap: 'weekly cap, weekly limit, leads per week, per week',
  verifiedUntil: 'verification, verification expiry, insurance expiry',
  timeZone: 'timezone, tz',
  workingHours: 'hours, opening hours, business hours',
  outsideHours: 'out of hours, after hours',
  offerEmails: 'emails, email frequency, digest',
  weight: 'share, priority',
}

/** Which column of a file has which field, and what is required and in no column. */
export function contractorColumns(header: readonly string[]) {
  const found = guessFields(header, contractorFields, otherNames) as (ContractorColumn | null)[]
  const missing = contractorFields.filter(({ name, isRequired }) => isRequired && !found.includes(name))
  return { fields: found, missing: missing.map(({ label }) => label) }
}
