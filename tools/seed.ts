// npm run seed: adds the demo data that is missing to MONGODB_URI, to the running Kerbside, or to the local database.
import { withDatabase } from '@kerbside/schema/config'
import path from 'node:path'
import { runCommand } from './cli/command.ts'
import { dataFolder } from './cli/folders.ts'
import { whoRuns } from './local/running-lock.ts'
import { seed } from './seed/seed-once.ts'
import { externalService } from './services/child-process.ts'
import { ensureMongo } from './services/mongo/mongo.ts'
import { anyFreePort } from './services/ports.ts'

await runCommand(async () => {
  const running = process.env.MONGODB_URI ? undefined : whoRuns(dataFolder())?.mongoUri
  const local = { dataDir: path.join(dataFolder(), 'mongo'), port: await anyFreePort(), print: console.log }
  const mongo = running ? externalService(running) : await ensureMongo(local)
  try {
    await seed(withDatabase(mongo.url), console.log)
    console.log('What was there stayed as it was.')
  } finally {
    await mongo.stop()
  }
})
