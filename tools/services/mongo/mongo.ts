import { mkdirSync } from 'node:fs'
import { totalmem } from 'node:os'
import path from 'node:path'
import { CliError, type Print } from '../../cli/command.ts'
import { externalService, startChildProcess, stopLeftOver, type Service } from '../child-process.ts'
import { findMongod } from './find-mongod.ts'
import { makePrimary } from './replica-set.ts'

export type MongoOptions = {
  dataDir: string
  port: number
  print: Print
  /** For tests, which make and drop many databases, and where nothing has to outlive the process. */
  isThrowAway?: boolean
}

/**
 * A MongoDB that is a replica set of one node, since transactions and change streams need a replica set.
 * MONGODB_URI is used as it is.
 */
export async function ensureMongo(options: MongoOptions): Promise<Service> {
  return process.env.MONGODB_URI ? externalService(process.env.MONGODB_URI) : startMongo(options)
}

/** Starts one also where MONGODB_URI names another. */
export async function startMongo(options: MongoOptions): Promise<Service> {
  const { dataDir, port, print, isThrowAway = false } = options
  const command = await findMongod(print)
  const folder = path.resolve(dataDir)
  mkdirSync(folder, { recursive: true })
  // The pid file is a sibling of the data folder: inside, mongod wants nothing but its own files.
  const pidFile = `${folder}.pid`
  // Every build of mongod finishes its journal on SIGINT.
  const stopSignal = 'SIGINT'
  await stopLeftOver(pidFile, stopSignal)

  const place = ['--dbpath', folder, '--port', String(port), '--bind_ip', '127.0.0.1']
  const set = ['--replSet', 'rs0', '--wiredTigerCacheSizeGB', String(cacheGigabytes())]
  // Files of a dropped database stay open for as long as old snapshots may be read, five minutes by default. Those of
  // hundreds of databases are more than a process may open. A minute is long enough for the backups of tests.
  const snapshots = isThrowAway ? ['--setParameter', 'minSnapshotHistoryWindowInSeconds=60'] : []
  // What a killed process has begun locks the firms and leads of its transaction until it is given up, after a minute by
  // default. Ours take milliseconds; docker-compose.yml has the same.
  const transactions = ['--setParameter', 'transactionLifetimeLimitSeconds=10']
  const args = [...place, ...set, ...transactions, ...snapshots]
  const server = startChildProcess({ command, args, stopSignal, pidFile })
  try {
    await makePrimary({ port, folder, exited: server.exited, isDurable: !isThrowAway })
  } catch (error) {
    await server.stop()
    throw new CliError(startFailure(port, error as Error, server.output()))
  }
  const stop = async () => void (await server.stop())
  return { url: `mongodb://127.0.0.1:${port}/?replicaSet=rs0`, exited: server.exited, stop }
}

/** An eighth of the memory: only a database of a million leads fills it. */
const cacheGigabytes = () => Math.min(4, Math.max(0.5, Math.round(totalmem() / 2 ** 32) / 2))

function startFailure(port: number, error: Error, output: string): string {
  if (/DBPathInUse/.test(output)) return 'MongoDB is already running on this data folder. Stop the other one first.'
  const errors = errorsIn(output).slice(-4).join('\n')
  return `MongoDB did not start on port ${port}: ${error.message}${errors && `\n${errors}`}`
}

/** mongod logs JSON. Returns its errors and fatal errors, and lines that are no log entry at all. */
function errorsIn(output: string): string[] {
  return output.split('\n').flatMap((line) => {
    if (!/"ctx":/.test(line)) return line.trim() ? [line.trim().slice(0, 300)] : []
    const [, severity, message] = /"s":"(\w)".*?"msg":"([^"]*)"/.exec(line) ?? []
    const detail = /"(?:error|message)":"([^"]*)"/.exec(line)?.[1]
    return severity === 'E' || severity === 'F' ? [[message, detail].filter(Boolean).join(': ')] : []
  })
}
