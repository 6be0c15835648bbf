// npm start: everything, with demo data, until Ctrl-C.
import { existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { buildAll } from './build/build-all.ts'
import { dataFolder, requireFreeSpace } from './folders.ts'
import { chooseLocalPorts } from './local/local-ports.ts'
import { takeLock } from './local/running-lock.ts'
import { summary } from './local/summary.ts'
import { startSystem } from './local/system.ts'
import { runTool } from './run-tool.ts'
import { seedOnce } from './seed/seed-once.ts'
import { stopRequested } from './stop-request.ts'

const say = (line: string) => console.log(line)

await runTool(async () => {
  const dataDir = dataFolder()
  mkdirSync(dataDir, { recursive: true })
  const isFirst = !existsSync(path.join(dataDir, 'mongo'))
  const lock = takeLock(dataDir)
  const stop = stopRequested(() => lock.release())
  try {
    requireFreeSpace(dataDir, isFirst ? 500 : 100)
    const ports = await chooseLocalPorts(process.env, say)
    await buildAll(say)
    say('Starting …')
    const prepare = ({ mongoUri }: { mongoUri: string }) => seedOnce(mongoUri, say)
    const system = await startSystem({ dataDir, ports, say, prepare })
    if (!stop.isAsked()) {
      lock.publish(system)
      say(summary(system, dataDir))
    }
    await stop.asked
    say('\nStopping …')
    await system.stop()
    say('Stopped.')
  } finally {
    lock.release()
  }
})
