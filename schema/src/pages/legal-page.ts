/** Pages of the site's own that no admin edits, by their first path segment. */
export const legalPages = { privacy: 'Privacy notice', cookies: 'Cookies', terms: 'Terms of use' } as const
export type LegalPage = keyof typeof legalPages

export const legalPaths = Object.keys(legalPages).map((page) => `/${page}`)

export function legalPageAt(path: string): LegalPage | null {
  return legalPaths.includes(path) ? (path.slice(1) as LegalPage) : null
}

/** Who answers for a site in law. Null is what its configuration lacks. */
export type Operator = { name: string | null; address: string | null; email: string | null }
