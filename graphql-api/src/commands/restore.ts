// npm run restore -- <folder> [--erasures <file>] [--replace]: a backup into the empty database of MONGODB_URI, or with
// --replace in the place of what is there. See docs/operating.md.
import { parseArgs } from 'node:util'
import { prepareDatabase } from '@kerbside/schema/migrations/prepare-database.model'
import { restoreBackup } from '../backup/restore-backup.ts'
import { CommandError, runCommand } from './command.ts'

const options = { erasures: { type: 'string' }, replace: { type: 'boolean' } } as const

await runCommand(async (args, db, uri) => {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options })
  const [folder] = positionals
  if (!folder)
    throw new CommandError('Name the folder of the backup: npm run restore -- backups/2026-11-21T10-00-00.000Z')
  const { manifest, keptErased, erasuresUntil } = await restoreBackup(db, folder, values)
  await prepareDatabase(uri, { info: ({ migrations }, message) => console.log(`${message}: ${migrations.join(', ')}`) })
  console.log(`Restored ${db.databaseName} as it was at ${manifest.at.toISOString()}. Everybody has to sign in again.`)
  console.log(
    erasuresUntil
      ? `${keptErased} erased records stayed out. The last erasure known is of ${erasuresUntil.toISOString()}.`
      : 'No erasure is known. If anybody was erased after this backup, erase them again.',
  )
})
