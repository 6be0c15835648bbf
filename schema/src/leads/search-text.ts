import { foldName, straightApostrophes } from '../typed-text.ts'
import type { Lead, LeadStorage } from './lead.ts'

type Searched = Pick<Lead, 'fullName' | 'email' | 'mobile' | 'reference'> &
  Partial<Pick<Lead, 'postcode' | 'pickupLocation' | 'dropoffLocation'>>

/**
 * What a lead is found by (docs/specification.md, 5.4), folded: the name first, by which the list sorts. Written wherever
 * one of these texts is.
 */
export function searchFieldsOf(lead: Searched): Pick<LeadStorage, 'searchText' | 'tails'> {
  const { fullName, email, mobile, reference, postcode, pickupLocation, dropoffLocation } = lead
  const codes = [reference, postcode ?? ''].flatMap((code) => [code, code.replace(/[\s-]/g, '')])
  const texts = [...namesOf(fullName), email, mobile, ...codes, pickupLocation ?? '', dropoffLocation ?? '']
  const lines = [...new Set(texts.map(foldName))].filter((line, place) => place === 0 || line !== '')
  return { searchText: lines.join('\n'), tails: [...new Set(lines.flatMap(tailsOf))] }
}

/** A name as it is told: also with its last word first, and "O'Casey" also in two words. */
function namesOf(fullName: string): string[] {
  const words = fullName.split(/\s+/)
  const turned = [...words.slice(-1), ...words.slice(0, -1)].join(' ')
  const apart = straightApostrophes(fullName).replaceAll("'", ' ')
  return [fullName, turned, apart]
}

/** Characters of a tail. A text of this length or less is found exactly; for a longer one this much of it is compared. */
export const tailLength = 12

/** A tail never goes beyond its line, because no searched text does. */
function tailsOf(line: string): string[] {
  const characters = Array.from(line)
  return characters.map((_, start) => characters.slice(start, start + tailLength).join(''))
}
