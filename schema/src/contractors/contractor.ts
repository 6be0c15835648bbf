/** What a firm does. A lead's trade is that of the form it came from. */
export const trades = ['driveways', 'extensions', 'coach-hire'] as const
export type Trade = (typeof trades)[number]

export const areaKinds = ['outcode', 'routing-key', 'county', 'nationwide'] as const
export type AreaKind = (typeof areaKinds)[number]

/**
 * Where a firm works. `outcode`: `SW1A`, `SW1` (with its lettered parts) or `SW` (the whole postcode area);
 * `routing-key`: `D02`; `county`: `Cork`; `nationwide`: `GB` or `IE`.
 */
export type Area = { kind: AreaKind; value: string }

/** An inactive firm, or one whose verification has expired, may take no job. A paused one may still answer its offers. */
export const mayTakeJobs = (
  { active, verifiedUntil }: Pick<Contractor, 'active' | 'verifiedUntil'>,
  now: Date,
): boolean => active && (verifiedUntil === null || verifiedUntil > now)

export type Contractor = {
  id: string
  name: string
  email: string
  phone: string | null
  trades: Trade[]
  areas: Area[]
  /** Maximum number of offers per calendar day in London. */
  dailyCap: number
  /** Maximum number of offers per calendar week in London, from Monday; null: no maximum. */
  weeklyCap: number | null
  active: boolean
  /** Paused until then; a date far ahead means until further notice. */
  pausedUntil: Date | null
  /** Insurance and qualifications were checked and hold until then; null: never checked. */
  verifiedUntil: Date | null
  lastLeadAt: Date | null
  /** Rises with every change by a person; a change based on an older one is a conflict. */
  version: number
  createdAt: Date
}

/** How many areas a firm may list. */
export const maximumAreas = 200
/** The highest daily or weekly cap that can be set. */
export const maximumCap = 1_000
