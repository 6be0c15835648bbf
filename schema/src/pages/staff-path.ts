/**
 * The screens of the signed-in areas: the app has one for each of these, and the server answers 404 to whatever else lies
 * below /admin and /manager.
 */
export const staffRoutes = {
  admin: [
    '',
    'leads',
    'leads/:id',
    'held',
    'users',
    'home-editor',
    'home-editor/edit/:slug',
    'about-editor',
    'about-editor/edit/:slug',
    'how-it-works-editor',
    'how-it-works-editor/edit/:slug',
  ],
  manager: ['', 'leads', 'leads/:id'],
} as const

/** Signing in and the signed-in areas are the app's own, whatever lies below them. Its router does not mind case. */
export const isStaffPath = (path: string): boolean => /^\/(?:login|admin|manager)(?:\/|$)/i.test(path)

/** Is there a staff screen at this path? Null when the path is none of the signed-in areas. */
export function staffPath(path: string): 'screen' | 'unknown' | null {
  if (!isStaffPath(path) || path === '/login/') return null
  const [area = '', ...rest] = path.replace(/\/+$/, '').toLowerCase().split('/').slice(1)
  if (area === 'login') return rest.length === 0 ? 'screen' : 'unknown'
  const routes: readonly string[] = area === 'admin' ? staffRoutes.admin : staffRoutes.manager
  return routes.some((route) => matches(route, rest)) ? 'screen' : 'unknown'
}

function matches(route: string, segments: string[]): boolean {
  const wanted = route === '' ? [] : route.split('/')
  return (
    wanted.length === segments.length &&
    wanted.every((part, at) => (part.startsWith(':') ? segments[at] !== '' : part === segments[at]))
  )
}
