import { lazy } from 'react'
import { Route, Routes } from 'react-router-dom'
import { LoginPage } from '../auth/login-page.tsx'
import { RequireRole } from '../auth/require-role.tsx'
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
  default: (await import('../pages/editor/list/page-list-page.tsx')).PageListPage,
}))
const HomeEditorPage = lazy(async () => ({
  default: (await import('../pages/editor/home-editor-page.tsx')).HomeEditorPage,
}))
const AboutEditorPage = lazy(async () => ({
  default: (await import('../pages/editor/about-editor-page.tsx')).AboutEditorPage,
}))
const HowItWorksEditorPage = lazy(async () => ({
  default: (await import('../pages/editor/how-it-works-editor-page.tsx')).HowItWorksEditorPage,
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

/** Who reaches what: specification, sections 2 and 6. */
export function StaffRoutes() {
  return (
    <Routes>
      <Route path="/login" element={<LoginPage />} />
      <Route path="/admin" element={adminArea}>
        <Route index element={<AdminDashboardPage />} />
        <Route path="leads" element={<LeadListPage path="/admin/leads" title="Lead Management" />} />
        <Route path="leads/:id" element={<LeadPage listPath="/admin/leads" />} />
        <Route path="held" element={<HeldQuotesPage />} />
        <Route path="users" element={<UserListPage />} />
        <Route path="home-editor" element={<PageListPage key="index" kind="index" />} />
        <Route path="home-editor/edit/:slug" element={<HomeEditorPage />} />
        <Route path="about-editor" element={<PageListPage key="about" kind="about" />} />
        <Route path="about-editor/edit/:slug" element={<AboutEditorPage />} />
        <Route path="how-it-works-editor" element={<PageListPage key="how-it-works" kind="how-it-works" />} />
        <Route path="how-it-works-editor/edit/:slug" element={<HowItWorksEditorPage />} />
      </Route>
      <Route path="/manager" element={managerArea}>
        <Route index element={<ManagerDashboardPage />} />
        <Route path="leads" element={<LeadListPage path="/manager/leads" title="My Leads" />} />
        <Route path="leads/:id" element={<LeadPage listPath="/manager/leads" />} />
      </Route>
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  )
}
