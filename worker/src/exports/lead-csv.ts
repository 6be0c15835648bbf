import { formatPhone } from '@kerbside/schema/contact'
import type { LeadRow } from '@kerbside/schema/leads/lead-filter'
import { londonDayAndTime } from '@kerbside/schema/london-time'
import { attributionNames, leadColumnNames, type LeadColumn } from '@kerbside/schema/quotes/columns'
import { stringify } from 'csv-stringify/sync'

const moment = (at: Date | null | undefined) => (at ? londonDayAndTime(at) : '')

/** 'propertyType' → 'Property type'. */
const headingOf = (name: string) => {
  const words = name.replace(/([A-Z])/g, ' $1').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

type Column = { heading: string; read: (lead: LeadRow) => string | number | null }

const ownColumns: readonly LeadColumn[] = ['firstName', 'lastName', 'email', 'mobile', 'postcode']
const answers = leadColumnNames.filter((name) => !ownColumns.includes(name))
const sources = Object.keys(attributionNames) as (keyof typeof attributionNames)[]

/** First what the list shows, then the answers, then where the lead came from. */
export const exportColumns: readonly Column[] = [
  { heading: 'Reference', read: ({ reference }) => reference },
  { heading: 'Received', read: ({ createdAt }) => moment(createdAt) },
  { heading: 'First name', read: ({ firstName }) => firstName },
  { heading: 'Last name', read: ({ lastName }) => lastName },
  { heading: 'Email', read: ({ email }) => email },
  { heading: 'Mobile', read: ({ mobile }) => formatPhone(mobile, 'national') },
  { heading: 'Postcode', read: ({ postcode }) => postcode },
  { heading: 'Status', read: ({ status }) => headingOf(status) },
  { heading: 'Lost reason', read: ({ lostReason }) => lostReason },
  { heading: 'Priority', read: ({ priority }) => headingOf(priority) },
  { heading: 'Assigned to', read: ({ assignedTo }) => assignedTo?.name ?? null },
  { heading: 'Follow-up', read: ({ followUpAt }) => moment(followUpAt) },
  { heading: 'First contact', read: ({ contactedAt }) => moment(contactedAt) },
  { heading: 'Last change', read: ({ updatedAt }) => moment(updatedAt) },
  ...answers.map((name): Column => ({ heading: headingOf(name), read: (lead) => lead[name] })),
  { heading: 'Page', read: ({ page }) => page },
  ...sources.map((name): Column => ({ heading: attributionNames[name], read: ({ attribution }) => attribution[name] })),
]

const headings = exportColumns.map(({ heading }) => heading)

/**
 * The lines of some leads as UTF-8. The first part of a file begins with the byte order mark, without which Excel takes
 * accents for something else, and the headings. A cell that a spreadsheet would run as a formula begins with an apostrophe
 * (OWASP, CSV injection).
 */
export function csvOf(leads: readonly LeadRow[], { isFirst }: { isFirst: boolean }): Buffer {
  const rows = leads.map((lead) => exportColumns.map(({ read }) => read(lead)))
  const text = stringify(isFirst ? [headings, ...rows] : rows, {
    bom: isFirst,
    escape_formulas: true,
    record_delimiter: 'windows',
  })
  return Buffer.from(text)
}
