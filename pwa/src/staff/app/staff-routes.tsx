import type { staffRoutes } from '@kerbside/schema/pages/site-paths'
import { Box, Button, Stack, Typography } from '@mui/material'
import { useEffect, type ReactElement } from 'react'
import { createBrowserRouter, useRouteError, type RouteObject } from 'react-router-dom'
import { failureText } from '../../api/failure-text.ts'
import { EmptyState, Loading } from '../ui/notices.tsx'
import { StaffLayout } from './layout/staff-layout.tsx'
import { RequireRole } from './sign-in/require-role.tsx'
import { RequireTwoStep } from './sign-in/require-two-step.tsx'

type Screens<Area extends keyof typeof staffRoutes> = Record<
  (typeof staffRoutes)[Area][number],
  () => Promise<ReactElement>
>

const dashboards = () => import('../dashboard/dashboard-pages.tsx')
const leadList = () => import('../leads/list/lead-list-page.tsx')
const lead = () => import('../leads/detail/lead-page.tsx')
const report = () => import('../dashboard/report/report-page.tsx')
const share = () => import('../leads/photos/share-page.tsx')
/** What an own device keeps for work without a connection: where the installed app opens, and what it leads to. */
export const loadLeadScreens = () =>
  Promise.all([
    dashboards(),
    leadList(),
    import('../leads/board/lead-board.tsx'),
    lead(),
    share(),
    import('../leads/bulk/bulk-questions.tsx'),
    import('./palette/palette.tsx'),
    import('./palette/keys-dialog.tsx'),
  ])
const pageEditor = () => import('../page-editor/shell/editor-page.tsx')
const pageList = () => import('../page-editor/list/page-list-page.tsx')

const adminScreens: Screens<'admin'> = {
  '': () => dashboards().then((page) => <page.AdminDashboardPage />),
  leads: () => leadList().then((page) => <page.LeadListPage path="/admin/leads" title="Lead Management" />),
  'leads/:id': () => lead().then((page) => <page.LeadPage listPath="/admin/leads" />),
  held: () => import('../leads/held/held-quotes-page.tsx').then((page) => <page.HeldQuotesPage />),
  contractors: () => import('../contractors/contractor-list-page.tsx').then((page) => <page.ContractorListPage />),
  'contractors/:contractorId': () =>
    import('../contractors/detail/contractor-page.tsx').then((page) => <page.ContractorPage />),
  users: () => import('../users/user-list-page.tsx').then((page) => <page.UserListPage />),
  audit: () => import('../audit/audit-page.tsx').then((page) => <page.AuditPage />),
  settings: () => import('../settings/settings-page.tsx').then((page) => <page.SettingsPage />),
  emails: () => import('../emails/emails-page.tsx').then((page) => <page.EmailsPage />),
  'emails/:name': () => import('../emails/email-page.tsx').then((page) => <page.EmailPage />),
  queues: () => import('../queues/queues-page.tsx').then((page) => <page.QueuesPage />),
  'home-editor': () => pageList().then((page) => <page.PageListPage key="index" kind="index" />),
  'home-editor/edit/:slug': () => pageEditor().then((page) => <page.EditorPage kind="index" />),
  'about-editor': () => pageList().then((page) => <page.PageListPage key="about" kind="about" />),
  'about-editor/edit/:slug': () => pageEditor().then((page) => <page.EditorPage kind="about" />),
  'how-it-works-editor': () => pageList().then((page) => <page.PageListPage key="how-it-works" kind="how-it-works" />),
  'how-it-works-editor/edit/:slug': () => pageEditor().then((page) => <page.EditorPage kind="how-it-works" />),
  pictures: () => import('../images/pictures-page.tsx').then((page) => <page.PicturesPage />),
  report: () => report().then((page) => <page.ReportPage listPath="/admin/leads" />),
  share: () => share().then((page) => <page.SharePage leadsPath="/admin/leads" />),
}

const passwordPages = () => import('./sign-in/password-pages.tsx')
const loginScreens: Screens<'login'> = {
  '': () => import('./sign-in/login-page.tsx').then((page) => <page.LoginPage />),
  forgotten: () => passwordPages().then((page) => <page.ForgottenPasswordPage />),
  'password/:token': () => passwordPages().then((page) => <page.ChoosePasswordPage />),
}

const managerScreens: Screens<'manager'> = {
  '': () => dashboards().then((page) => <page.ManagerDashboardPage />),
  leads: () => leadList().then((page) => <page.LeadListPage path="/manager/leads" title="My Leads" />),
  'leads/:id': () => lead().then((page) => <page.LeadPage listPath="/manager/leads" />),
  report: () => report().then((page) => <page.ReportPage listPath="/manager/leads" />),
  share: () => share().then((page) => <page.SharePage leadsPath="/manager/leads" />),
}

/** The layout is there at once; its first screen follows when its code has arrived. */
const areaRoute = (role: 'admin' | 'manager', screens: LoadedScreens) => ({
  path: role,
  element: (
    <RequireRole role={role}>
      <RequireTwoStep>
        <StaffLayout name={role} />
      </RequireTwoStep>
    </RequireRole>
  ),
  // Around the screens alone, so that the way to the others stays when one cannot be loaded.
  children: [{ errorElement: <NotLoadedScreen />, children: screenRoutes(screens) }],
})

type LoadedScreens = Record<string, () => Promise<ReactElement>>

const screenRoutes = (screens: LoadedScreens) =>
  Object.entries(screens).map(([path, load]): RouteObject => ({
    ...(path === '' ? { index: true } : { path }),
    hydrateFallbackElement: <Loading label="Loading…" />,
    lazy: async () => ({ element: await load() }),
  }))

/** Who reaches what: docs/specification.md, 9.1. */
export const createStaffRouter = () =>
  createBrowserRouter([
    {
      errorElement: <ErrorScreen />,
      children: [
        { path: 'login', children: screenRoutes(loginScreens) },
        areaRoute('admin', adminScreens),
        areaRoute('manager', managerScreens),
        { path: '*', element: <NotFoundScreen /> },
      ],
    },
  ])

/** Replaces a screen that could not be loaded or rendered. */
export function ErrorScreen() {
  const error = useRouteError()
  return (
    <Box component="main" sx={{ minHeight: '100vh', display: 'grid', placeContent: 'center', p: 2 }}>
      <Typography variant="h1">Unexpected Application Error!</Typography>
      <Typography sx={{ color: 'text.secondary', my: 2 }}>{failureText(error)}</Typography>
      <Stack direction="row" spacing={1}>
        <Button variant="contained" onClick={() => window.location.reload()}>
          Load the page again
        </Button>
        <Button href="/">Return to Home</Button>
      </Stack>
    </Box>
  )
}

/** In place of a screen whose code did not arrive. Any other error replaces everything. */
function NotLoadedScreen() {
  const error = useRouteError()
  if (!isNotLoaded(error)) throw error
  return (
    <EmptyState
      title="This screen needs a connection"
      action={
        <Button variant="contained" onClick={() => window.location.reload()}>
          Load the page again
        </Button>
      }
    >
      It is not kept on this device. Check your connection and try again.
    </EmptyState>
  )
}

/** The browsers' words for a part of the app that did not arrive. */
const isNotLoaded = (error: unknown) =>
  error instanceof TypeError && /dynamically imported module|module script failed/i.test(error.message)

function NotFoundScreen() {
  useEffect(() => {
    document.title = 'Page not found · Kerbside'
  }, [])
  return (
    <Box
      component="main"
      sx={{ minHeight: '100vh', display: 'grid', placeContent: 'center', justifyItems: 'center', gap: 1, p: 2 }}
    >
      <Typography sx={{ fontSize: '3rem', fontWeight: 700 }} aria-hidden>
        404
      </Typography>
      <Typography variant="h1">Oops! Page not found</Typography>
      <Button href="/" variant="contained" sx={{ mt: 2 }}>
        Return to Home
      </Button>
    </Box>
  )
}
