import type { staffRoutes } from '@kerbside/schema/pages/site-paths'
import { lazy, type ReactElement } from 'react'
import { Route, Routes } from 'react-router-dom'
import { LoginPage } from './sign-in/login-page.tsx'
import { RequireRole } from './sign-in/require-role.tsx'
import { StaffLayout } from './layout/staff-layout.tsx'
import { NotFoundPage } from './not-found-page.tsx'

const AdminDashboardPage = lazy(async () => ({
  default: (await import('../dashboard/admin-dashboard-page.tsx')).AdminDashboardPage,
}))
const ManagerDashboardPage = lazy(async () => ({
  default: (await import('../dashboard/manager-dashboard-page.tsx')).ManagerDashboardPage,
}))
const LeadListPage = lazy(async () => ({ default: (await import('../leads/list/lead-list-page.tsx')).LeadListPage }))
const HeldQuotesPage = lazy(async () => ({
  default: (await import('../leads/held/held-quotes-page.tsx')).HeldQuotesPage,
}))
const LeadPage = lazy(async () => ({ default: (await import('../leads/detail/lead-page.tsx')).LeadPage }))
const PageListPage = lazy(async () => ({
  default: (await import('../page-editor/list/page-list-page.tsx')).PageListPage,
}))
const EditorPage = lazy(async () => ({
  default: (await import('../page-editor/shell/editor-page.tsx')).EditorPage,
}))
const UserListPage = lazy(async () => ({ default: (await import('../users/user-list-page.tsx')).UserListPage }))

const adminArea = (
  <RequireRole role="admin">
    <StaffLayout name="admin" />
  </RequireRole>
)
const managerArea = (
  <RequireRole role="manager">
    <StaffLayout name="manager" />
  </RequireRole>
)

const adminScreens: Record<(typeof staffRoutes.admin)[number], ReactElement> = {
  '': <AdminDashboardPage />,
  leads: <LeadListPage path="/admin/leads" title="Lead Management" />,
  'leads/:id': <LeadPage listPath="/admin/leads" />,
  held: <HeldQuotesPage />,
  users: <UserListPage />,
  'home-editor': <PageListPage key="index" kind="index" />,
  'home-editor/edit/:slug': <EditorPage kind="index" />,
  'about-editor': <PageListPage key="about" kind="about" />,
  'about-editor/edit/:slug': <EditorPage kind="about" />,
  'how-it-works-editor': <PageListPage key="how-it-works" kind="how-it-works" />,
  'how-it-works-editor/edit/:slug': <EditorPage kind="how-it-works" />,
}
const managerScreens: Record<(typeof staffRoutes.manager)[number], ReactElement> = {
  '': <ManagerDashboardPage />,
  leads: <LeadListPage path="/manager/leads" title="My Leads" />,
  'leads/:id': <LeadPage listPath="/manager/leads" />,
}

const screensOf = (screens: Record<string, ReactElement>) =>
  Object.entries(screens).map(([path, screen]) =>
    path === '' ? <Route key="index" index element={screen} /> : <Route key={path} path={path} element={screen} />,
  )

/** Who reaches what: docs/specification.md, 9.1. */
export function StaffRoutes() {
  return (
    <Routes>
      <Route path="/login" element={<LoginPage />} />
      <Route path="/admin" element={adminArea}>
        {screensOf(adminScreens)}
      </Route>
      <Route path="/manager" element={managerArea}>
        {screensOf(managerScreens)}
      </Route>
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  )
}
