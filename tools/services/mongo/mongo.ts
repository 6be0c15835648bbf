import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { ExplainedError } from '../../cli-error.ts'
import { findMongod } from './mongo-binary.ts'
import { startOwnProcess, stopLeftOver } from '../child-process.ts'
import { makePrimary, waitForServer } from './replica-set.ts'
import { externalService, type Say, type Service } from '../service.ts'

export type MongoOptions = { dataDir: string; port: number; say: Say }

/**
 * A MongoDB that is a replica set of one node, since transactions and change streams need a replica set.
 * MONGODB_URI is used as it is.
 */
export async function ensureMongo({ dataDir, port, say }: MongoOptions): Promise<Service> {
  if (process.env.MONGODB_URI) return externalService(process.env.MONGODB_URI)
  const command = await findMongod(say)
  const folder = path.resolve(dataDir)
  mkdirSync(folder, { recursive: true })
  // The pid file stands beside the data folder: mongod wants that one for itself.
  const pidFile = `${folder}.pid`
  await stopLeftOver(pidFile, 'SIGINT')

  const place = ['--dbpath', folder, '--port', String(port), '--bind_ip', '127.0.0.1']
  const set = ['--replSet', 'rs0', '--wiredTigerCacheSizeGB', '0.5']
  // SIGINT, because under Wine only that one lets mongod finish its journal.
  const server = startOwnProcess({ command, args: [...place, ...set], stopSignal: 'SIGINT', pidFile })
  try {
    await waitForServer(port, () => server.exit() === undefined)
    await makePrimary(port, folder)
  } catch (error) {
    await server.stop()
    throw new ExplainedError(startFailure(port, error as Error, server.output()))
  }
  return {
    url: `mongodb://127.0.0.1:${port}/?replicaSet=rs0`,
    exited: server.exited,
    stop: async () => void (await server.stop()),
  }
}

function startFailure(port: number, error: Error, output: string): string {
  if (/DBPathInUse/.test(output)) return 'MongoDB is already running on this data folder. Stop the other one first.'
  const faults = faultsIn(output).slice(-4).join('\n')
  return `MongoDB did not start on port ${port}: ${error.message}${faults && `\n${faults}`}`
}

/** mongod logs JSON, most of it about nothing. Errors and fatal errors are told, and what is no log entry at all. */
function faultsIn(output: string): string[] {
  return output.split('\n').flatMap((line) => {
    if (!/"ctx":/.test(line)) return line.trim() ? [line.trim().slice(0, 300)] : []
    const [, severity, message] = /"s":"(\w)".*?"msg":"([^"]*)"/.exec(line) ?? []
    const detail = /"(?:error|message)":"([^"]*)"/.exec(line)?.[1]
    return severity === 'E' || severity === 'F' ? [[message, detail].filter(Boolean).join(': ')] : []
  })
}
