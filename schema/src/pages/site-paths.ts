/** Pages of the site's own that no admin edits, by their first path segment. */
export const legalPages = { privacy: 'Privacy notice', cookies: 'Cookies', terms: 'Terms of use' } as const
export type LegalPage = keyof typeof legalPages

export const legalPaths = Object.keys(legalPages).map((page) => `/${page}`)

export const legalPageAt = (path: string): LegalPage | null =>
  legalPaths.includes(path) ? (path.slice(1) as LegalPage) : null

/** Who answers for a site in law. Null is what its configuration lacks. */
export type Operator = { name: string | null; address: string | null; email: string | null }

/** Screens that show the header of the main home page but are no page of an editor. */
export const homeScreens: readonly string[] = ['login', 'thank-you']

/**
 * Every first path segment that belongs to the site itself, by what answers there. This is the only such list: the urls
 * an editor may choose, the routes of the server and what a phone may cache all follow from it.
 */
const areas = {
  staff: ['login', 'admin', 'manager'],
  endpoint: ['api', 'graphql', 'healthz', 'readyz', 'metrics'],
  /** Opened by a signed link in an email. */
  signed: ['offers', 'leads', 'manage', 'firm', 'photos'],
  screen: ['thank-you', ...Object.keys(legalPages)],
  /** The root urls of the page kinds. */
  kind: ['about', 'how-it-works'],
  file: (
    'assets images icons fonts .well-known favicon.ico favicon.svg apple-touch-icon.png og.png index.html offline.html ' +
    'manifest.webmanifest admin.webmanifest manager.webmanifest service-worker.js sitemap.xml robots.txt'
  ).split(' '),
} as const
type SiteArea = keyof typeof areas

const areaOfSegment = new Map<string, SiteArea>(
  Object.entries(areas).flatMap(([area, names]) => names.map((name) => [name, area as SiteArea] as const)),
)

/** Whether no page can take this first path segment, whatever its case: the app's own router ignores case. */
export const isReservedSegment = (segment: string): boolean => areaOfSegment.has(segment.toLowerCase())

/** Which part of the site itself a path belongs to, by its first segment; null for paths that pages can have. */
export const siteArea = (path: string): SiteArea | null =>
  areaOfSegment.get(/^\/([^/]*)/.exec(path)?.[1]?.toLowerCase() ?? '') ?? null

/**
 * The screens of staff: the app has one for each of these, and the server answers 404 to whatever else lies below /login,
 * /admin and /manager.
 */
// oxfmt-ignore
export const staffRoutes = {
  login: ['', 'forgotten', 'password/:token'],
  admin: [
    '', 'leads', 'leads/:id', 'held', 'contractors', 'contractors/:contractorId', 'users', 'audit', 'queues', 'settings', 'emails',
    'emails/:name',
    'home-editor', 'home-editor/edit/:slug', 'about-editor', 'about-editor/edit/:slug', 'how-it-works-editor',
    'how-it-works-editor/edit/:slug', 'pictures', 'report', 'share',
  ],
  manager: ['', 'leads', 'leads/:id', 'report', 'share'],
} as const

/** Where a phone's share sheet posts photos to, and the screen that adds them to a lead. */
export const sharePaths = ['/admin/share', '/manager/share'] as const

export const isSharePath = (path: string): boolean => sharePaths.some((each) => each === path)

/** Parameters of that screen's address, when not all that was shared is there: how many are not, or that none is. */
export const shareResult = { leftOut: 'left-out', notKept: 'not-kept' } as const

/** Signing in and the signed-in areas belong to the app, with everything below them. */
export const isStaffPath = (path: string): boolean => siteArea(path) === 'staff'

/** Is there a staff screen at this path? Null when the path is none of the signed-in areas. */
export function staffPath(path: string): 'screen' | 'unknown' | null {
  if (!isStaffPath(path) || path === '/login/') return null
  const [area = '', ...rest] = path.replace(/\/+$/, '').toLowerCase().split('/').slice(1)
  const routes: readonly string[] = staffRoutes[area as keyof typeof staffRoutes]
  const pattern = (route: string) => new RegExp(`^${route.replace(/:\w+/g, '[^/]+')}$`)
  return routes.some((route) => pattern(route).test(rest.join('/'))) ? 'screen' : 'unknown'
}
