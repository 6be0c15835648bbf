import type { Role } from '@kerbside/schema/users/user'

export type DemoStaff = { name: string; email: string; password: string; role: Role; department: string }

/** Known to everybody who read this file, so never in production: the api refuses to start there with one of them. */
export const demoStaff: readonly DemoStaff[] = [
  {
    name: 'Alex Morgan',
    email: 'admin@kerbside.example',
    password: 'kerbside-admin',
    role: 'admin',
    department: 'Operations',
  },
  {
    name: 'Sam Keane',
    email: 'manager@kerbside.example',
    password: 'kerbside-manager',
    role: 'manager',
    department: 'Customer care',
  },
]
