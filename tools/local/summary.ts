import path from 'node:path'
import { root } from '../folders.ts'
import { demoStaff } from '../seed/demo-users.ts'
import type { System } from './system.ts'

/** What a person needs once everything runs. */
export function summary({ url, inboxUrl }: Pick<System, 'url' | 'inboxUrl'>, dataDir: string): string {
  const addresses = [
    ['Public site', url],
    ['Staff sign-in', `${url}/login`],
    ['GraphiQL', `${url}/graphql`],
    ['API docs', `${url}/api/docs`],
    ...(inboxUrl ? [['Mail inbox', inboxUrl]] : []),
  ]
  const signIns = demoStaff.map(({ role, email, password }) => [
    role === 'admin' ? 'Admin' : 'Manager',
    `${email} / ${password}`,
  ])
  const rows = [...addresses, ...signIns].map(([label = '', value = '']) => `  ${label.padEnd(14)} ${value}`)
  rows.splice(addresses.length, 0, '')
  const relative = path.relative(root, dataDir)
  const data = relative.startsWith('..') ? dataDir : relative
  return [
    '',
    `Kerbside is running at ${url}`,
    '',
    ...rows,
    '',
    `Data and logs are in ${data}. Press Ctrl-C to stop.`,
  ].join('\n')
}
