import type { ListedContractor } from '../contractors.queries.ts'

/** A firm as the server lists it: active, never verified, without offers or files. */
export const aFirm = (changes: Partial<ListedContractor> = {}): ListedContractor => ({
  id: 'c1',
  name: 'Acme',
  email: 'jobs@acme.example',
  phone: null,
  contacts: [],
  trades: ['driveways'],
  areas: [{ kind: 'OUTCODE', value: 'SW1A' }],
  workingHours: [],
  timeZone: 'Europe/London',
  dailyCap: 5,
  weeklyCap: null,
  active: true,
  pausedUntil: null,
  verifiedUntil: null,
  lastLeadAt: null,
  history: { offersMade: 0, offersAccepted: 0, acceptanceRate: null },
  evidenceState: { expired: 0, expiring: 0 },
  version: 1,
  ...changes,
})
