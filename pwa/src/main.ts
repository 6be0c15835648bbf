// First, so that a component's own rules come after the general ones.
import './brand/fonts.css'
import './brand/tokens.css'
import './site/ui/base.css'
import './site/ui/controls.css'
import { isStaffPath, legalPageAt } from '@kerbside/schema/pages/site-paths'
import type { RenderedScreen, ScreenState } from '@kerbside/schema/pages/content/screen-state'
import { localStore, serviceWorkers } from './offline/browser.ts'
import { openBrowserQueue } from './offline/outbox/browser-queue.ts'
import { registerServiceWorker } from './offline/service-worker/register.ts'
import { createWatched } from './offline/watched.ts'
import { cacheHome, cachedContent } from './site/app/cached-content.ts'
import { loadScreen } from './site/app/load-screen.ts'
import { createNavigation } from './site/app/navigation.ts'
import { homeContentOf, type Screen } from './site/app/screen.ts'
import { createTakeOver } from './site/app/take-over.ts'
import { drafts } from './site/quotes/draft.ts'
import { createEarlyForm } from './site/quotes/early-form.ts'

const storage = () => localStore
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
const settings = state?.settings
const challenge = settings?.challenge

/**
 * Everything but the screens runs from the start: what waits is sent, and the service worker is installed. React takes the
 * document over once somebody wants what a document alone cannot do.
 */
async function begin(): Promise<void> {
  const root = document.getElementById('root')
  if (!root) return
  const path = location.pathname
  // Without a network the service worker answers an unknown path with the home page's document.
  const isDrawn = state !== null && state.path === path && state.screen !== 'app'
  const start: Screen = isDrawn || !state ? (state ?? { screen: 'app', path }) : await screenFor(path, state)
  const navigation = createNavigation({ start, load, window, sawHome: (home) => cacheHome(home, storage) })
  const queue = openBrowserQueue()
  const update = createWatched<{ start: (() => void) | null }>({ start: null })
  const takeOver = createTakeOver(async () => {
    const screens = start.screen === 'app' ? null : loadSite()
    const [{ render }, site] = await Promise.all([import('./render.tsx'), screens])
    await render(root, isDrawn, { navigation, settings, queue, update, loadStaff, loadSite, site })
    await formTaken()
  })
  const formTaken = createEarlyForm(path, takeOver.now)

  if (location.hash === '#signed-in')
    void import('./site/app/signed-in-notice.ts').then(({ showSignedIn }) => showSignedIn())
  navigation.listen()
  queue.start({ window, document })
  void drafts.tidy()
  let received = ''
  queue.subscribe(() => {
    const { receipt, quotes, hasPhotos } = queue.snapshot()
    if (receipt && receipt.id !== received) void drafts.eraseSent(receipt)
    received = receipt?.id ?? ''
    if (quotes.length > 0 || hasPhotos) void takeOver.now()
  })
  const showPlace = async () => {
    if (!(await takeOver.now()) && navigation.place().screen !== start) location.reload()
  }
  navigation.subscribe(() => {
    document.documentElement.classList.add('with-fonts') // if this page stayed in its fallback (pwa/first-paint.ts)
    void showPlace()
  })
  update.subscribe(() => void takeOver.now())
  // Under `npm run dev` the sources change under a page, which no service worker can keep.
  if (!settings?.serviceWorkerOff && !import.meta.hot) registerServiceWorker((start) => update.change({ start }))
  if (isDrawn && start.screen !== 'thank-you' && !import.meta.hot) takeOver.whenWanted()
  else void takeOver.now()
  if (start.screen === 'app') loadStaff().catch(() => {}) // The screen that shows it loads it again, and says what is wrong.
  if (await drafts.isBegun(path)) void takeOver.now()
  if (!isDrawn || serviceWorkers()?.controller) void navigation.refresh()
}

const loadSite = async () => ({ default: (await import('./site/app/site.tsx')).Site })
const loadStaff = async () => (await import('./staff/app/load-staff-app.ts')).loadStaffApp()

async function screenFor(path: string, state: ScreenState): Promise<Screen> {
  if (isStaffPath(path)) return { screen: 'app', path }
  const loaded = await load(path, homeContentOf(state))
  if (loaded.kind === 'screen') return loaded.screen
  const home = homeContentOf(state)
  if (!home) return { screen: 'app', path }
  return { screen: legalPageAt(path) ? 'unreachable' : 'not-found', path, home }
}

void begin()
