import type { HomeContent } from '@kerbside/schema/pages/content/home-content'
import { publicPath } from '@kerbside/schema/pages/public-path'
import { isStaffPath } from '@kerbside/schema/pages/site-paths'
import { createWatched } from '../../offline/watched.ts'
import type { Loaded } from './load-screen.ts'
import { homeContentOf, type Screen } from './screen.ts'

/** What is shown, how it came to be shown, and whether something else is on its way. */
export type NavigationState = { screen: Screen; arrival: 'start' | 'link' | 'history'; hash: string; loading: boolean }

export type NavigationDeps = {
  start: Screen
  load: (path: string, home: HomeContent | null) => Promise<Loaded>
  window: Window
  /** Called with the content of each main home page that was shown. */
  sawHome: (content: HomeContent) => void
}

export type Navigation = ReturnType<typeof createNavigation>

/**
 * Moving between public pages without loading a document: one fetch for the path, and replacing what is shown only if
 * it differs. Links stay plain links; what this cannot show, the server is asked for in full.
 */
export function createNavigation({ start, load, window, sawHome }: NavigationDeps) {
  const {
    get: place,
    change: show,
    subscribe,
  } = createWatched<NavigationState>({
    screen: start,
    arrival: 'start',
    hash: window.location.hash,
    loading: false,
  })
  const startPlace = place()
  let home = homeContentOf(start)
  let latest = 0
  const seen = new Map<string, Screen>()

  function remember(screen: Screen): void {
    if (screen.screen !== 'page' || screen.preview) return
    seen.set(screen.path, screen)
    if (screen.kind !== 'index' || screen.path !== '/') return
    home = screen.content
    sawHome(home)
  }

  async function arrive(url: URL, arrival: 'link' | 'history', screen?: Screen): Promise<void> {
    const mine = (latest += 1)
    const path = url.pathname
    // The signed-in area sets its own theme for the whole document, and has no home page whose header could be shared.
    const leavingStaff = place().screen.screen === 'app' && !isStaffPath(path)
    if (leavingStaff || (!home && !isStaffPath(path))) return leave(url, arrival)
    const known = screen ?? seen.get(path)
    if (known) enter(url, arrival, known)
    else show({ loading: true })
    if (screen) return
    const loaded = await load(path, home)
    if (mine !== latest) return
    if (loaded.kind === 'elsewhere') return leave(url, arrival)
    if (loaded.fresh) remember(loaded.screen)
    if (!known) enter(url, arrival, loaded.screen)
    else if (loaded.fresh) replaceIfDifferent(loaded.screen)
  }
  function enter(url: URL, arrival: 'link' | 'history', screen: Screen): void {
    if (arrival === 'link') window.history.pushState(null, '', url)
    show({ screen, arrival, hash: url.hash, loading: false })
  }
  function leave(url: URL, arrival: 'link' | 'history'): void {
    if (arrival === 'link') window.location.assign(url)
    else window.location.reload()
  }
  function replaceIfDifferent(screen: Screen): void {
    if (contentOf(screen) !== contentOf(place().screen)) show({ screen })
  }

  /** Asks whether what is shown is still the newest: it may come from the phone's cache. */
  async function refresh(): Promise<void> {
    const { screen } = place()
    const stale = screen.screen === 'unreachable' || (screen.screen === 'page' && !screen.preview)
    if (!stale) return
    const mine = (latest += 1)
    const loaded = await load(screen.path, home)
    if (mine !== latest || loaded.kind === 'elsewhere' || !loaded.fresh) return
    remember(loaded.screen)
    replaceIfDifferent(loaded.screen)
  }

  function onClick(event: MouseEvent): void {
    const url = ownUrl(event, window.location)
    if (!url) return
    event.preventDefault()
    void arrive(url, 'link')
  }
  function onPopState(): void {
    const url = new URL(window.location.href)
    // The signed-in area moves within itself; a new hash on the same page is the browser's own business.
    const inside = place().screen.screen === 'app' && isStaffPath(url.pathname)
    if (!inside && url.pathname !== place().screen.path) void arrive(url, 'history')
  }

  /** What only the server can show is asked of it again as a document. */
  function onOnline(): void {
    const { screen } = place()
    if (screen.screen === 'unreachable' && !publicPath(screen.path)) window.location.reload()
    else void refresh()
  }

  return {
    start: () => startPlace,
    place,
    subscribe,
    go(path: string): void {
      void arrive(new URL(path, window.location.href), 'link')
    },
    /** After sending: the answer is at hand, nothing needs to be fetched. */
    thank(reference: string | null): void {
      const url = new URL('/thank-you', window.location.href)
      if (home) void arrive(url, 'link', { screen: 'thank-you', path: url.pathname, reference, home })
    },
    refresh,
    listen() {
      remember(start)
      window.document.addEventListener('click', onClick)
      window.addEventListener('popstate', onPopState)
      window.addEventListener('online', onOnline)
    },
  }
}

/** Two loads of one page are compared by this: the form's stamps differ each time and do not count. */
function contentOf(screen: Screen): string {
  return JSON.stringify(screen.screen === 'page' ? [screen.pageVersion, screen.content] : [screen.screen, screen.path])
}

/** The address of a clicked link that we can show ourselves; null leaves the click to the browser. */
function ownUrl(event: MouseEvent, location: Location): URL | null {
  if (event.defaultPrevented || event.button !== 0) return null
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link?.href || (link.target && link.target !== '_self') || link.hasAttribute('download')) return null
  const url = new URL(link.href)
  if (url.origin !== location.origin) return null
  if (url.pathname === location.pathname && url.hash) return null
  return isStaffPath(url.pathname) || publicPath(url.pathname) ? url : null
}
