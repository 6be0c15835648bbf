import { CacheProvider } from '@emotion/react'
import CssBaseline from '@mui/material/CssBaseline'
import { ThemeProvider } from '@mui/material/styles'
import { QueryClientProvider } from '@tanstack/react-query'
import { BrowserRouter } from 'react-router-dom'
import { createQueryClient } from '../../api/query-client.ts'
import { colourModeStorage, modeCookie } from './colour-mode.tsx'
import { createStyleCache } from './emotion-cache.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { StaffRoutes } from './staff-routes.tsx'
import { theme } from './theme.ts'
import { ToastProvider } from '../ui/toasts.tsx'
import { useForgetOnSignOut } from './use-forget-on-sign-out.ts'

const styleCache = createStyleCache(document)
const queryClient = createQueryClient()

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
        <ErrorBoundary>
          <QueryClientProvider client={queryClient}>
            <BrowserRouter>
              <ToastProvider>
                <ForgetOnSignOut />
                <StaffRoutes />
              </ToastProvider>
            </BrowserRouter>
          </QueryClientProvider>
        </ErrorBoundary>
      </ThemeProvider>
    </CacheProvider>
  )
}

function ForgetOnSignOut() {
  useForgetOnSignOut()
  return null
}
