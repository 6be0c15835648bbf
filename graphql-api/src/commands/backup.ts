// npm run backup [-- <folder>]: the database of MONGODB_URI into a new folder, backups/<time> when none is named.
// npm run backup -- --erasures [<folder>]: only the list of what was erased, which is small, into that folder.
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import mongoose from 'mongoose'
import { writeErasures } from '../backup/erasure-list.ts'
import { writeBackup } from '../backup/write-backup.ts'
import { CommandError, runCommand } from './command.ts'

const home = 'backups'

await runCommand(async (args, db) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { erasures: { type: 'boolean' } },
  })
  if (values.erasures) {
    const folder = positionals[0] ?? home
    await mkdir(folder, { recursive: true })
    return console.log(`What was erased is listed in ${await writeErasures(db, folder)}`)
  }
  const folder = path.normalize(positionals[0] ?? path.join(home, new Date().toISOString().replaceAll(':', '-')))
  if (existsSync(folder)) throw new CommandError(`${folder} exists already. A backup makes a new folder.`)
  const { collections } = await writeBackup(mongoose.connection.getClient(), db.databaseName, folder)
  const documents = collections.reduce((sum, each) => sum + each.documents, 0)
  const megabytes = collections.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6
  console.log(
    `${folder} holds ${documents} documents of ${collections.length} collections, ${megabytes.toFixed(1)} MB.`,
  )
})
