import type { LeadRecord } from '../leads/lead.model.ts'
import { searchFieldsOf } from '../leads/search-text.ts'
import { referenceOf } from '../leads/lead-id.model.ts'
import type { ContractorRecord } from '../contractors/contractor.model.ts'
import { usualTimeZone } from '../contractors/contractor.ts'

/** The contact data of a lead's homeowner; leads with the same contact can be the same job. */
export const ownContact = (id: number) => ({
  email: `homeowner-${id}@example.com`,
  mobile: `+447${String(400_000_000 + id)}`,
})

/** A stored lead, ready for `LeadModel.create`. */
export function aLead(id: number, changes: Partial<LeadRecord> = {}): LeadRecord {
  const at = new Date('2026-01-02T03:04:05Z')
  const none = null
  const lead: LeadRecord = {
    _id: id,
    reference: referenceOf(id),
    submissionId: crypto.randomUUID(),
    requestDigest: none,
    firstName: 'Aoife',
    lastName: 'Byrne',
    fullName: 'Aoife Byrne',
    email: 'aoife@example.com',
    mobile: '+447700900123',
    postcode: 'SW1A 1AA',
    propertyType: none,
    drivewayType: none,
    drivewayMaterial: none,
    drivewaySize: none,
    currentCondition: none,
    drainageNeeded: none,
    timeframe: none,
    budget: none,
    additionalInfo: none,
    groupType: none,
    pickupLocation: none,
    dropoffLocation: none,
    dateOfTravel: none,
    pickupTime: none,
    distance: none,
    searchText: '',
    tails: [],
    answers: [],
    trade: 'driveways',
    status: 'new',
    statusHistory: [],
    lostReason: none,
    priority: 'medium',
    assignedTo: none,
    followUpAt: none,
    isConfirmation: false,
    urlType: none,
    page: '/',
    formVersion: 0,
    notice: '',
    attribution: { source: none, medium: none, campaign: none, term: none, content: none, referrer: none },
    offers: [],
    matching: [],
    dispatchedAt: none,
    maximumFirms: 5,
    outbox: [],
    version: 1,
    createdAt: at,
    updatedAt: at,
    ...changes,
  }
  return { ...lead, ...searchFieldsOf(lead) }
}

/** What every stored PDF has, ready for `QuoteFileModel.create` beside its name, size, lead and file. */
export const aPdf = { type: 'application/pdf', sha256: '0'.repeat(64) } as const

/** A firm, ready for `ContractorModel.create`: London driveways, verified, no cap worth the name. */
export function aContractor(name: string, changes: Partial<Omit<ContractorRecord, '_id'>> = {}) {
  const areas = [{ kind: 'outcode' as const, value: 'SW1A' }]
  return {
    name,
    email: `${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}@firms.example`,
    trades: ['driveways' as const],
    areas,
    timeZone: usualTimeZone(changes.areas ?? areas),
    dailyCap: 200,
    active: true,
    verifiedUntil: new Date('2199-12-31T23:59:59Z'),
    ...changes,
  }
}
