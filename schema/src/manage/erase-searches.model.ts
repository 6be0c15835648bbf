import type { ClientSession, mongo } from 'mongoose'
import type { BulkChangeRecord } from '../bulk-changes/bulk-change.model.ts'
import type { LeadContact } from '../leads/lead.ts'
import { createNameFinder } from '../redaction/name-finder.ts'
import type { SavedViewsRecord } from '../users/user.model.ts'

/** Letters and digits that are typed before a search finds anybody in particular. */
const leastLetters = 3
const leastDigits = 6

/**
 * Whether a text that staff typed to find leads tells who this person is: it holds a name, the email, the phone number or
 * the postcode, or the beginning of one of the first three. A district alone tells nobody.
 */
export function createPersonFinder({
  firstName,
  lastName,
  email,
  mobile,
  postcode,
}: LeadContact): (text: string) => boolean {
  const findNames = createNameFinder([firstName, lastName])
  const name = email.toLowerCase().split('@')[0] ?? ''
  const phone = mobile.replace(/\D/g, '')
  const place = compact(postcode ?? '')
  const beginnings = [...`${firstName} ${lastName}`.toLowerCase().split(/[\s-]+/), name]
  return (text) => {
    if (findNames(text).length > 0) return true
    const searched = compact(text)
    const digits = text.replace(/\D/g, '').replace(/^0+/, '')
    if (name.length >= leastLetters && searched.includes(compact(name))) return true
    if (place.length > 4 && searched.includes(place)) return true
    if (digits.length >= leastDigits && (phone.includes(digits) || digits.includes(phone.slice(-9))))
      return phone !== ''
    const words = text
      .toLowerCase()
      .split(/[^\p{L}\p{Nd}.]+/u)
      .filter((word) => word.length >= leastLetters)
    return words.some((word) => beginnings.some((beginning) => beginning.startsWith(word)))
  }
}

const compact = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{Nd}@.]/gu, '')

type StoredSearches = { views: mongo.Collection<SavedViewsRecord>; bulkChanges: mongo.Collection<BulkChangeRecord> }

/** `prefix`: what stands before the names of collections that are being restored. */
export const searchesIn = (db: mongo.Db, prefix = ''): StoredSearches => ({
  views: db.collection(`${prefix}savedviews`),
  bulkChanges: db.collection(`${prefix}bulkchanges`),
})

/**
 * Erases what staff typed to find one of these people: saved views, because one without its search would show other leads under
 * its name, and the searches of changes to many leads that have their leads already; those that have not are of minutes.
 */
export async function eraseSearches(
  people: readonly LeadContact[],
  { views: savedViews, bulkChanges }: StoredSearches,
  session?: ClientSession,
): Promise<void> {
  const finders = people.map(createPersonFinder)
  const tells = (text: string) => finders.some((tellsOne) => tellsOne(text))
  const options = session ? { session } : {}
  for (const { _id, views } of await savedViews.find({}, options).toArray()) {
    const ids = views
      .filter(({ name, query }) => tells(name) || tells(new URLSearchParams(query).get('q') ?? ''))
      .map(({ id }) => id)
    if (ids.length > 0) await savedViews.updateOne({ _id }, { $pull: { views: { id: { $in: ids } } } }, options)
  }
  const listed = {
    'filter.search': { $exists: true },
    $or: [{ total: { $ne: null } }, { leaseUntil: { $exists: false } }],
  }
  for (const { _id, filter } of await bulkChanges.find(listed, options).toArray()) {
    if (tells(filter.search ?? '')) await bulkChanges.updateOne({ _id }, { $unset: { 'filter.search': 1 } }, options)
  }
}
