import type { SvgIconComponent } from '@mui/icons-material'
import DashboardIcon from '@mui/icons-material/DashboardOutlined'
import PeopleIcon from '@mui/icons-material/PeopleAltOutlined'
import WebIcon from '@mui/icons-material/WebOutlined'
import InboxIcon from '@mui/icons-material/MoveToInboxOutlined'

/** `withPagesBelow`: it is also active on the pages below its path. */
export type AreaEntry = { label: string; path: string; Icon: SvgIconComponent; withPagesBelow?: boolean }
export type StaffArea = { title: string; badge: string; entries: readonly AreaEntry[] }

/** Titles, labels and when an entry is active: docs/specification.md, 9.2. */
export const areas: Record<'admin' | 'manager', StaffArea> = {
  admin: {
    title: 'Admin Panel',
    badge: 'Admin',
    entries: [
      { label: 'Dashboard', path: '/admin', Icon: DashboardIcon },
      { label: 'Lead Management', path: '/admin/leads', Icon: InboxIcon, withPagesBelow: true },
      { label: 'User Management', path: '/admin/users', Icon: PeopleIcon, withPagesBelow: true },
      { label: 'Home Page Management', path: '/admin/home-editor', Icon: WebIcon, withPagesBelow: true },
    ],
  },
  manager: {
    title: 'Manager Panel',
    badge: 'Manager',
    entries: [
      { label: 'Dashboard', path: '/manager', Icon: DashboardIcon },
      { label: 'My Leads', path: '/manager/leads', Icon: InboxIcon },
    ],
  },
}
