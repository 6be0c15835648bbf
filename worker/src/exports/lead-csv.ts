import { formatAmount } from '@kerbside/schema/amount'
import { formatPhone } from '@kerbside/schema/contact'
import { csvLines, csvMoment as moment, type CsvColumn } from '@kerbside/schema/csv'
import { capitalised } from '@kerbside/schema/text'
import { chosenEstimate, latestEstimates, type LeadEstimate } from '@kerbside/schema/estimates/estimate'
import type { LeadRow } from '@kerbside/schema/leads/list/lead-filter'
import { attributionNames, leadColumnNames, type LeadColumn } from '@kerbside/schema/quotes/columns'

/** 'propertyType' → 'Property type'. */
const headingOf = (name: string) => {
  const words = name.replace(/([A-Z])/g, ' $1').toLowerCase()
  return capitalised(words)
}

type Column = CsvColumn<LeadRow>

const ownColumns: readonly LeadColumn[] = ['firstName', 'lastName', 'email', 'mobile', 'postcode']
const answers = leadColumnNames.filter((name) => !ownColumns.includes(name))
const sources = Object.keys(attributionNames) as (keyof typeof attributionNames)[]

const amountOf = (price: LeadEstimate | undefined) =>
  price ? formatAmount({ amount: price.total, currency: price.currency }) : null

/** Of the latest prices of the firms, also those that are declined or expired, but not withdrawn ones. */
const lowest = (estimates: readonly LeadEstimate[] | undefined) =>
  latestEstimates(estimates)
    .filter(({ state }) => state !== 'withdrawn' && state !== 'cancelled')
    .toSorted((a, b) => a.total - b.total)[0]

/** First what the list shows, then the answers, then where the lead came from. */
export const exportColumns: readonly Column[] = [
  { heading: 'Reference', read: ({ reference }) => reference },
  { heading: 'Id', read: ({ id }) => String(id) },
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
  { heading: 'Prices', read: ({ estimates = [] }) => String(latestEstimates(estimates).length) },
  { heading: 'Lowest price', read: ({ estimates }) => amountOf(lowest(estimates)) },
  { heading: 'Chosen price', read: ({ estimates }) => amountOf(chosenEstimate(estimates)) },
  { heading: 'Chosen firm', read: ({ estimates }) => chosenEstimate(estimates)?.contractorName ?? null },
  ...answers.map((name): Column => ({ heading: headingOf(name), read: (lead) => lead[name] })),
  { heading: 'Page', read: ({ page }) => page },
  ...sources.map((name): Column => ({ heading: attributionNames[name], read: ({ attribution }) => attribution[name] })),
]

/** The lines of some leads. */
export const csvOf = (leads: readonly LeadRow[], part: { isFirst: boolean }): Buffer =>
  csvLines(exportColumns, leads, part)
