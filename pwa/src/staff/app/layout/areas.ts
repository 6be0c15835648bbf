import type { SvgIconComponent } from '@mui/icons-material'
import DashboardIcon from '@mui/icons-material/DashboardOutlined'
import PeopleIcon from '@mui/icons-material/PeopleAltOutlined'
import WebIcon from '@mui/icons-material/WebOutlined'
import InboxIcon from '@mui/icons-material/MoveToInboxOutlined'

export type AreaEntry = { label: string; path: string; Icon: SvgIconComponent }
export type AreaName = 'admin' | 'manager'
export type StaffArea = {
  name: AreaName
  title: string
  badge: string
  entries: readonly AreaEntry[]
  isActive: (entry: AreaEntry, path: string) => boolean
}

const exact = (entry: AreaEntry, path: string) => path === entry.path

/** Titles, labels and when an entry is active: docs/specification.md, 9.2. */
export const areas: Record<AreaName, StaffArea> = {
  admin: {
    name: 'admin',
    title: 'Admin Panel',
    badge: 'Admin',
    entries: [
      { label: 'Dashboard', path: '/admin', Icon: DashboardIcon },
      { label: 'Lead Management', path: '/admin/leads', Icon: InboxIcon },
      { label: 'User Management', path: '/admin/users', Icon: PeopleIcon },
      { label: 'Home Page Management', path: '/admin/home-editor', Icon: WebIcon },
    ],
    isActive: (entry, path) => exact(entry, path) || (entry.path !== '/admin' && path.startsWith(`${entry.path}/`)),
  },
  manager: {
    name: 'manager',
    title: 'Manager Panel',
    badge: 'Manager',
    entries: [
      { label: 'Dashboard', path: '/manager', Icon: DashboardIcon },
      { label: 'My Leads', path: '/manager/leads', Icon: InboxIcon },
    ],
    isActive: exact,
  },
}
