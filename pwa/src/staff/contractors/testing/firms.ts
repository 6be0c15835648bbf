import type { ListedContractor } from '../contractors.queries.ts'

/** A firm as the server lists it: active, verified, without offers or files. */
export const aFirm = (changes: Partial<ListedContractor> = {}): ListedContractor => ({
  id: 'c1',
  name: 'Acme',
  email: 'jobs@acme.example',
  phone: null,
  contacts: [],
  trades: ['driveways'],
  areas: [{ kind: 'OUTCODE', value: 'SW1A' }],
  areaRequest: null,
  workingHours: [],
  timeZone: 'Europe/London',
  outsideHours: 'SEND',
  weight: 1,
  dailyCap: 5,
  weeklyCap: null,
  active: true,
  pausedUntil: null,
  addressBounce: null,
  verifiedUntil: '2199-12-31T23:59:59Z',
  lastLeadAt: null,
  history: { offersMade: 0, offersAccepted: 0, acceptanceRate: null },
  ratings: { count: 0, average: null },
  evidenceState: { expired: 0, expiring: 0 },
  version: 1,
  ...changes,
})
