// npm run services [-- <MongoDB port> <Redis port> <data folder>]: only the databases, until Ctrl-C.
import path from 'node:path'
import { dataFolder } from './cli/folders.ts'
import { runCommand } from './cli/command.ts'
import { ensureMongo } from './services/mongo/mongo.ts'
import { ensureRedis } from './services/redis.ts'
import { stopRequested } from './cli/stop-request.ts'

await runCommand(async () => {
  const [mongoPort = '27217', redisPort = '6579', folder = path.join(dataFolder(), 'services')] = process.argv.slice(2)
  const stop = stopRequested()
  const redis = await ensureRedis({ dataDir: path.join(folder, 'redis'), port: Number(redisPort), print: console.log })
  const mongo = await ensureMongo({ dataDir: path.join(folder, 'mongo'), port: Number(mongoPort), print: console.log })
  console.log(`MONGODB_URI=${mongo.url}\nREDIS_URL=${redis.url}\nPress Ctrl-C to stop.`)
  await Promise.race([stop.asked, mongo.exited, redis.exited])
  await Promise.all([mongo.stop(), redis.stop()])
})
