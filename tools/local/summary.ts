import path from 'node:path'
import { root } from '../cli/folders.ts'
import { demoStaff } from '../seed/demo-people.ts'
import type { System } from './system.ts'

/** What a person needs once everything runs. */
export function summary({ url, inboxUrl }: Pick<System, 'url' | 'inboxUrl'>, dataDir: string): string {
  const row = (label: string, value: string) => `  ${label.padEnd(14)} ${value}`
  const relative = path.relative(root, dataDir)
  return [
    `\nKerbside is running at ${url}\n`,
    row('Public site', url),
    row('Staff sign-in', `${url}/login`),
    row('GraphiQL', `${url}/graphql`),
    row('API docs', `${url}/api/docs`),
    ...(inboxUrl ? [row('Mail inbox', inboxUrl)] : []),
    '',
    ...demoStaff.map(({ role, email, password }) =>
      row(role === 'admin' ? 'Admin' : 'Manager', `${email} / ${password}`),
    ),
    `\nData and logs are in ${relative.startsWith('..') ? dataDir : relative}. Press Ctrl-C to stop.`,
  ].join('\n')
}
