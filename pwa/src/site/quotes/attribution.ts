const utmNames = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const

/** Where the visitor came from, under the names of the REST door. */
export type Attribution = Partial<Record<(typeof utmNames)[number] | 'referrer', string>>

const storageKey = 'quote_attribution'
const longest = 300

/** Of the visit's first page: a homeowner who reads on about us first still came by the campaign. */
export function attributionOf(location: Location, referrer: string, storage: Storage): Attribution {
  const kept = readKept(storage)
  if (kept) return kept
  const attribution = firstSeen(new URL(location.href), referrer)
  try {
    storage.setItem(storageKey, JSON.stringify(attribution))
  } catch {
    // Without storage the next page of this visit looks at its own address instead.
  }
  return attribution
}

function firstSeen(url: URL, referrer: string): Attribution {
  const attribution: Attribution = {}
  for (const name of utmNames) {
    const value = url.searchParams.get(name)?.trim().slice(0, longest)
    if (value) attribution[name] = value
  }
  // The address alone: a query string may hold what is none of our business.
  const from = URL.canParse(referrer) ? new URL(referrer) : null
  if (from && from.origin !== url.origin) attribution.referrer = (from.origin + from.pathname).slice(0, longest)
  return attribution
}

function readKept(storage: Storage): Attribution | null {
  try {
    const kept: unknown = JSON.parse(storage.getItem(storageKey) ?? 'null')
    return typeof kept === 'object' && kept !== null ? (kept as Attribution) : null
  } catch {
    return null // Blocked, or not ours: the address of this page serves.
  }
}
