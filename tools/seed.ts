// npm run seed: adds the demo data that is missing to MONGODB_URI, to the running Kerbside, or to the local database.
// npm run seed -- --leads 1000000 adds so many leads as well, for measuring lists at full size.
import { withDatabase } from '@kerbside/schema/config'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { CliError, runCommand } from './cli/command.ts'
import { dataFolder } from './cli/folders.ts'
import { whoRuns } from './services/running-lock.ts'
import { numberOfLeads, rebuildFrom } from './seed/many-leads.ts'
import { seed } from './seed/seed-once.ts'
import { externalService } from './services/child-process.ts'
import { ensureMongo } from './services/mongo/mongo.ts'
import { anyFreePort } from './services/ports.ts'

await runCommand(async () => {
  const { values } = parseArgs({ options: { leads: { type: 'string', default: '0' } } })
  const manyLeads = numberOfLeads(values.leads)
  const running = process.env.MONGODB_URI ? undefined : whoRuns(dataFolder())?.mongoUri
  if (running && manyLeads >= rebuildFrom) {
    throw new CliError('Stop Kerbside first: filling in so many leads takes the indexes of its lists away for a while.')
  }
  const local = { dataDir: path.join(dataFolder(), 'mongo'), port: await anyFreePort(), print: console.log }
  const mongo = running ? externalService(running) : await ensureMongo(local)
  try {
    await seed(withDatabase(mongo.url), console.log, async () => true, manyLeads)
    console.log('What was there stayed as it was.')
  } finally {
    await mongo.stop()
  }
})
