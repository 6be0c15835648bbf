// npm run services [-- <MongoDB port> <Redis port> <data folder>]: only the databases, until Ctrl-C.
import path from 'node:path'
import { dataFolder } from './folders.ts'
import { runTool } from './run-tool.ts'
import { ensureMongo } from './services/mongo/mongo.ts'
import { ensureRedis } from './services/redis.ts'
import { stopRequested } from './stop-request.ts'

await runTool(async () => {
  const [mongoPort = '27217', redisPort = '6579', folder = path.join(dataFolder(), 'services')] = process.argv.slice(2)
  const stop = stopRequested()
  const redis = await ensureRedis({ dataDir: path.join(folder, 'redis'), port: Number(redisPort), say: console.log })
  const mongo = await ensureMongo({ dataDir: path.join(folder, 'mongo'), port: Number(mongoPort), say: console.log })
  console.log(`MONGODB_URI=${mongo.url}\nREDIS_URL=${redis.url}\nPress Ctrl-C to stop.`)
  await Promise.race([stop.asked, mongo.exited, redis.exited])
  await Promise.all([mongo.stop(), redis.stop()])
})
