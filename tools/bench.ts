/**
 * `npm run bench`: what the api does beside a plain Node handler on the same MongoDB and Redis, in turn and in one run:
 * three rounds, their median and spread as ratios, each beside its goal. Machines differ and drift; the ratios stay. Words
 * choose parts: `npm run bench -- submit list`.
 * `npm run bench -- --mail`: how fast the worker drains the emails of 1,000 leads with five offers each and what an email
 * costs it, beside nodemailer alone, for a mail server that takes an email at once and for one that needs 40 ms, as one
 * nearby does; and how long a quote takes until its first offer is taken by the mail server.
 * `npm run bench -- --costs`: what one lead costs in processor time, commands and bytes.
 * `npm run bench -- --leads 100000`: the pages of a list of that size and the dashboard, in a database that stays for the
 * next run.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { benchBesidePlain } from './bench/beside-plain.ts'
import { benchCosts } from './bench/cost-of-a-lead.ts'
import { benchEmail } from './bench/email.ts'
import { benchLists } from './bench/list-latency.ts'
import { runCommand } from './cli/command.ts'
import { dataFolder } from './cli/folders.ts'
import { buildAll } from './build/build-all.ts'
import { numberOfLeads } from './seed/many-leads.ts'
import { ensureMongo } from './services/mongo/mongo.ts'
import { anyFreePort } from './services/ports.ts'
import { ensureRedis } from './services/redis.ts'

async function main() {
  process.env.MONGODB_URI = ''
  process.env.REDIS_URL = ''
  const { values, positionals } = parseArgs({
    options: {
      leads: { type: 'string' },
      mail: { type: 'boolean' },
      costs: { type: 'boolean' },
      'no-build': { type: 'boolean' },
    },
    allowPositionals: true,
  })
  const leads = values.leads === undefined ? 0 : numberOfLeads(values.leads)
  if (!values['no-build']) await buildAll(console.log)
  mkdirSync(dataFolder(), { recursive: true })
  // Filling a database takes long, so a full one is used again.
  const folder = leads ? path.join(dataFolder(), 'bench-leads') : mkdtempSync(path.join(dataFolder(), 'bench-'))
  const service = async (name: string) => ({
    dataDir: path.join(folder, name),
    port: await anyFreePort(),
    print: console.log,
  })
  const mongo = await ensureMongo(await service('mongo'))
  const redis = await ensureRedis(await service('redis'))
  const services = { mongoUrl: mongo.url, redisUrl: redis.url }
  try {
    if (leads) await benchLists(services, leads)
    else if (values.mail) await benchEmail(services)
    else if (values.costs) await benchCosts(services)
    else await benchBesidePlain(services, positionals)
  } finally {
    await Promise.all([mongo.stop(), redis.stop()])
    if (!leads) rmSync(folder, { recursive: true, force: true })
  }
}

await runCommand(main)
