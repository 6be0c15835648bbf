// First, so that a component's own rules come after the general ones.
import './brand/fonts.css'
import './brand/tokens.css'
import './site/ui/base.css'
import './site/ui/controls.css'
import { isStaffPath, legalPageAt } from '@kerbside/schema/pages/site-paths'
import type { RenderedScreen, ScreenState } from '@kerbside/schema/pages/content/screen-state'
import { lazy, startTransition, Suspense } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './site/app/app.tsx'
import { cacheHome, cachedContent } from './site/app/cached-content.ts'
import { loadScreen } from './site/app/load-screen.ts'
import { createNavigation } from './site/app/navigation.ts'
import { homeContentOf, type Screen } from './site/app/screen.ts'
import { openBrowserQueue } from './offline/outbox/browser-queue.ts'
import { registerServiceWorker, type UpdateReady } from './offline/service-worker/register.ts'
import { drafts } from './site/quotes/draft.ts'

const StaffApp = lazy(async () => (await import('./staff/app/load-staff-app.ts')).loadStaffApp())
const staff = (
  <Suspense fallback={<p className="staff-shell">Loading…</p>}>
    <StaffApp />
  </Suspense>
)

const storage = () => localStorage
const load: Parameters<typeof createNavigation>[0]['load'] = (path, home) =>
  loadScreen(path, {
    fetching: fetch,
    home,
    cached: (wanted, place) => cachedContent(wanted, place, storage, state?.settings),
    formElsewhere: Boolean(challenge && !challenge.siteKey),
  })

/** What the server rendered into this document; null when the document is not one of ours. */
function readState(): RenderedScreen | null {
  const text = document.getElementById('state')?.textContent
  return text ? (JSON.parse(text) as RenderedScreen) : null
}

const state = readState()
const challenge = state?.settings?.challenge

function watchForUpdate(onReady: UpdateReady): void {
  if (!state?.settings?.serviceWorkerOff) registerServiceWorker(onReady)
}

async function begin(): Promise<void> {
  const root = document.getElementById('root')
  if (!root) return
  const path = location.pathname
  // Without a network the service worker answers an unknown path with the home page's document.
  const drawn = state !== null && state.path === path && state.screen !== 'app'
  const start: Screen = drawn || !state ? (state ?? { screen: 'app', path }) : await screenFor(path, state)
  const navigation = createNavigation({ start, load, window, sawHome: (home) => cacheHome(home, storage) })
  const queue = openBrowserQueue()
  const settings = state?.settings
  const app = <App {...{ navigation, settings, queue, staff }} watchForUpdate={watchForUpdate} />
  // As a transition, so that taking over the page yields to whoever is already scrolling or typing.
  if (drawn) startTransition(() => void hydrateRoot(root, app))
  else createRoot(root).render(app)
  navigation.listen()
  queue.start({ window, document })
  void drafts.tidy()
  let received = ''
  queue.subscribe(() => {
    const { receipt } = queue.snapshot()
    if (receipt && receipt.id !== received) void drafts.eraseSent(receipt)
    received = receipt?.id ?? ''
  })
  if (!drawn || navigator.serviceWorker?.controller) void navigation.refresh()
}

async function screenFor(path: string, state: ScreenState): Promise<Screen> {
  if (isStaffPath(path)) return { screen: 'app', path }
  const loaded = await load(path, homeContentOf(state))
  if (loaded.kind === 'screen') return loaded.screen
  const home = homeContentOf(state)
  if (!home) return { screen: 'app', path }
  return { screen: legalPageAt(path) ? 'unreachable' : 'not-found', path, home }
}

void begin()
