import { columnOf, type LeadColumn } from '@kerbside/schema/quotes/columns'
import { dayText, type LeadFact } from '../lead-parts.tsx'
import type { LeadDetail } from '../lead.queries.ts'
import { distanceText } from '../lead-labels.ts'

type Column = Extract<LeadColumn, keyof LeadDetail>

const projectLabels: Partial<Record<Column, string>> = {
  propertyType: 'Property type',
  drivewayType: 'Driveway type',
  drivewayMaterial: 'Material',
  drivewaySize: 'Size',
  currentCondition: 'Current surface',
  drainageNeeded: 'Drainage needed',
  timeframe: 'Timeframe',
  budget: 'Budget',
}

const journeyLabels: Partial<Record<Column, string>> = {
  groupType: 'Group type',
  pickupLocation: 'Pickup location',
  dropoffLocation: 'Dropoff location',
  dateOfTravel: 'Date of travel',
  pickupTime: 'Pickup time',
  distance: 'Distance',
}

/** Shown in the lead's head, or under a heading of their own. */
const elsewhere: readonly string[] = ['firstName', 'lastName', 'email', 'mobile', 'postcode', 'additionalInfo']

/** The answers with the labels that the homeowner saw, then the columns that were filled without an answer. */
export function projectFacts(lead: LeadDetail): LeadFact[] {
  const answered = new Set(lead.answers.map(({ name }) => columnOf(name) ?? name))
  const answers = lead.answers.filter(({ name, value }) => {
    const column = columnOf(name) ?? name
    return value !== '' && !elsewhere.includes(column) && !(column in journeyLabels)
  })
  return [
    ...answers.map(({ label, value }) => ({ label: label.replace(/ \*$/, ''), value })),
    ...factsOf(lead, projectLabels, answered),
  ]
}

export const journeyFacts = (lead: LeadDetail): LeadFact[] => factsOf(lead, journeyLabels)

function factsOf(lead: LeadDetail, labels: Partial<Record<Column, string>>, except = new Set<string>()): LeadFact[] {
  return Object.entries(labels).flatMap(([column, label]) => {
    const value = lead[column as Column]
    if (value === null || value === '' || except.has(column)) return []
    return [{ label, value: shownAs(column, value) }]
  })
}

function shownAs(column: string, value: string | number): string {
  if (column === 'distance') return distanceText(Number(value))
  return (column === 'dateOfTravel' && dayText(String(value))) || String(value)
}

export function originFacts({ page, isImported, attribution, notice }: LeadDetail): LeadFact[] {
  const sentFrom = page === '/' ? 'Home page' : page
  const facts = [
    { label: 'Page', value: isImported ? '' : sentFrom },
    { label: 'Source', value: [attribution.source, attribution.medium].filter(Boolean).join(' / ') },
    { label: 'Campaign', value: attribution.campaign ?? '' },
    { label: 'Came from', value: attribution.referrer ?? '' },
    { label: 'What the homeowner was told', value: notice },
  ]
  return facts.filter(({ value }) => value !== '')
}
