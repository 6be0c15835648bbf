import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { leadList, type LeadRow } from './leads.queries.ts'
import { useLoadedLeads } from './loaded-leads.ts'

const shown = 8
const typingMs = 300

export type FoundLead = Pick<
  LeadRow,
  | 'id'
  | 'reference'
  | 'fullName'
  | 'email'
  | 'mobile'
  | 'postcode'
  | 'drivewayMaterial'
  | 'pickupLocation'
  | 'dropoffLocation'
  | 'status'
  | 'createdAt'
>

/** Not kept: the lists that somebody reads are, and there is room for few. */
const found = (search: string) => ({ ...leadList({ search }, shown), meta: {} })

/**
 * The newest leads and what a search finds. Without a connection those that an own device keeps, or that lists have loaded
 * since the app was opened. A text of fewer than `least` characters is not searched for.
 */
export function useLeadSearch(typed: string, least = 0) {
  const search = useSettled(typed.trim())
  const query = useQuery({ ...found(search), enabled: search.length >= least })
  const isAway = query.failureReason !== null
  const loaded = useLoadedLeads(isAway)
  const leads: readonly FoundLead[] = isAway ? matching(loaded, search) : (query.data?.nodes ?? [])
  return { search, leads, isAway, isPending: query.isPending || search !== typed.trim() }
}

/** Newest first, each once. */
export function matching(leads: readonly FoundLead[], search: string): FoundLead[] {
  const byId = new Map(leads.map((lead) => [lead.id, lead]))
  return [...byId.values()]
    .filter((lead) => isFound(lead, search))
    .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
    .slice(0, shown)
}

/** A phone number is found however it is written, like by the server. */
function isFound(lead: FoundLead, search: string): boolean {
  const texts = [lead.fullName, lead.reference, lead.postcode, lead.mobile, lead.email, lead.id].join(' ').toLowerCase()
  const digits = search.replace(/[\s().+-]/g, '').replace(/^0+/, '')
  return texts.includes(search.toLowerCase()) || (/^\d{4,}$/.test(digits) && lead.mobile.includes(digits))
}

/** What was typed, once nothing has been typed for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), typingMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
