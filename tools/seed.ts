// npm run seed: adds the demo data that is missing to MONGODB_URI, to the running Kerbside, or to the local database.
import path from 'node:path'
import { dataFolder } from './cli/folders.ts'
import { whoRuns } from './local/running-lock.ts'
import { withDatabase } from '@kerbside/schema/config'
import { runCommand } from './cli/command.ts'
import { markSeeded, withDatabaseOpen } from './seed/seed-once.ts'
import { seedDemo } from './seed/seed-demo.ts'
import { anyFreePort } from './services/ports.ts'
import { ensureMongo } from './services/mongo/mongo.ts'

await runCommand(async () => {
  const running = process.env.MONGODB_URI ? undefined : whoRuns(dataFolder())
  const mongo = running?.mongoUri
    ? { url: running.mongoUri, stop: async () => {} }
    : await ensureMongo({ dataDir: path.join(dataFolder(), 'mongo'), port: await anyFreePort(), print: console.log })
  try {
    const { users, contractors, leads, pages } = await withDatabaseOpen(withDatabase(mongo.url), async () => {
      const added = await seedDemo()
      await markSeeded()
      return added
    })
    console.log(
      `Added ${users} accounts, ${contractors} firms, ${leads} leads and ${pages} pages. What was there stayed as it was.`,
    )
  } finally {
    await mongo.stop()
  }
})
