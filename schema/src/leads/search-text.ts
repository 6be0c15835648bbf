import type { Lead, LeadStorage } from './lead.ts'

type Searched = Pick<Lead, 'fullName' | 'email' | 'mobile' | 'reference'> &
  Partial<Pick<Lead, 'postcode' | 'pickupLocation' | 'dropoffLocation'>>

/** What a lead is found by (docs/specification.md, 5.4). Written wherever one of these texts is. */
export function searchFieldsOf(lead: Searched): Pick<LeadStorage, 'searchText' | 'tails'> {
  const { fullName, email, mobile, reference, postcode, pickupLocation, dropoffLocation } = lead
  const places = [postcode, pickupLocation, dropoffLocation].filter((place) => place)
  const lines = [fullName, email, mobile, reference, ...places].map((line) => String(line).toLowerCase())
  return { searchText: lines.join('\n'), tails: [...new Set(lines.flatMap(tailsOf))] }
}

/** Characters of a tail. A text of this length or less is found exactly; for a longer one this much of it is compared. */
export const tailLength = 12

/** A tail never goes beyond its line, because no searched text does. */
function tailsOf(line: string): string[] {
  const characters = Array.from(line)
  return characters.map((_, start) => characters.slice(start, start + tailLength).join(''))
}
