import createCache from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import { CssBaseline, ThemeProvider } from '@mui/material'
import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from 'react-router-dom'
import { ApiError, mayPass } from '../../api/api-error.ts'
import { forgetOldAnswers, keepOnOwnDevice } from '../../api/own-device/kept-queries.ts'
import { ownDevice } from '../../api/own-device/own-device.ts'
import { keepStaffFiles } from '../../api/own-device/staff-files.ts'
import { session } from '../../api/session.ts'
import { clearShared } from '../../offline/service-worker/shared-photos.ts'
import { deleteStaffCopies } from '../../offline/service-worker/staff-copies.ts'
import { colourModeStorage, modeCookie } from './colour-mode.tsx'
import { openFromNotifications } from '../push/this-browser.ts'
import { ToastProvider } from '../ui/toasts.tsx'
import { createStaffRouter, loadLeadScreens } from './staff-routes.tsx'
import { theme } from '../ui/theme.ts'
import { ownTwoStep } from './two-step/two-step.queries.ts'

const styleCache = createStyleCache(document)
/** docs/specification.md, 9.2: unused entries stay five minutes, three tries, one second doubling up to thirty. */
const queryClient = new QueryClient({
  queryCache: new QueryCache({
    // Admins may need two-step sign-in from now on: `RequireTwoStep` then leads to its set-up.
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'FORBIDDEN') void queryClient.invalidateQueries(ownTwoStep())
    },
  }),
  defaultOptions: {
    queries: {
      gcTime: 5 * 60_000,
      staleTime: 5_000,
      retry: (failures, error) => mayPass(error) && failures < 3,
      retryDelay: (attempt) => Math.min(1_000 * 2 ** attempt, 30_000),
      refetchOnWindowFocus: true,
      // The browser's own idea of being online is often wrong: ask the server.
      networkMode: 'always',
      persister: keepOnOwnDevice,
    },
    // A person watches a mutation and decides about trying again.
    mutations: { retry: false, networkMode: 'always' },
  },
})
const router = createStaffRouter()
openFromNotifications((path) => void router.navigate(path))
forgetOnSignOut()
ownDevice.subscribe(() => void keepScreens())
ownDevice.start()

/** Sign-in, the admin panel and the manager panel. Loaded lazily: nothing of it belongs to the public pages. */
export function StaffApp() {
  return (
    <CacheProvider value={styleCache}>
      <ThemeProvider
        theme={theme}
        defaultMode="system"
        modeStorageKey={modeCookie}
        storageManager={colourModeStorage}
        noSsr
      >
        <CssBaseline />
        <QueryClientProvider client={queryClient}>
          <ToastProvider>
            <RouterProvider router={router} />
          </ToastProvider>
        </QueryClientProvider>
      </ThemeProvider>
    </CacheProvider>
  )
}

/**
 * The policy allows styles that carry the page's nonce and no others. Browsers hide the attribute, not the property.
 * Our styles come after the public site's, which would otherwise win over the theme's background and text colours.
 */
function createStyleCache(page: Document) {
  const meta = page.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')
  const nonce = meta?.nonce || meta?.getAttribute('nonce')
  return createCache({ key: 'staff', ...(nonce ? { nonce } : {}) })
}

/** What one person has loaded is never shown to the next one at this browser. */
function forgetOnSignOut(): void {
  let person = session.get()?.user.id
  session.subscribe(() => {
    const next = session.get()?.user.id
    if (next !== person) queryClient.clear()
    // What is shared before signing in waits for the sign-in.
    if (person !== undefined && next !== person) void clearShared().catch(() => {}) // There are no caches then.
    person = next
  })
}

/** On an own device the lead screens open without a network from now on, whether or not they were visited. */
async function keepScreens(): Promise<void> {
  if (!ownDevice.isChosen()) return
  await firstScreenShown()
  await forgetOldAnswers()
  await loadLeadScreens().catch(() => {}) // What cannot be loaded now is kept at the next start.
  if (ownDevice.isChosen()) await keepStaffFiles()
  // The session may have ended meanwhile, and all that is kept goes with it.
  if (!ownDevice.isChosen()) await deleteStaffCopies()
}

/** Resolves when the first screen leaves the processor to others, so that reading more code does not hold it up. */
function firstScreenShown(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no idle callbacks.
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 3_000 })
    else setTimeout(resolve, 1_000)
  })
}
