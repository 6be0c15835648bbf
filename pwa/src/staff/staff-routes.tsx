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
const LeadPage = lazy(async () => ({ default: (await import('../leads/detail/lead-page.tsx')).LeadPage }))
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
        <Route path="users" element={<UserListPage />} />
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
