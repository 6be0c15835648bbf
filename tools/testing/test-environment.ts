import { Config as ApiConfig } from '../../graphql-api/src/config.ts'
import { Config as WorkerConfig } from '../../worker/src/config.ts'

/** What tools read beside the servers, and what would make another build or another test run of the same sources. */
const ofTools = [
  'MONGO_PORT',
  'REDIS_PORT',
  'SMTP_PORT',
  'INBOX_PORT',
  'VITE_PORT',
  'NODE_ENV',
  'KERBSIDE_URL',
  'KERBSIDE_INBOX_URL',
  'KERBSIDE_MONGODB_URI',
]

/** A shell may be set up for a real Kerbside: its databases, mail server and settings are none of the tests' business. */
const notForTests = [...Object.keys(ApiConfig.shape), ...Object.keys(WorkerConfig.shape), ...ofTools]

/**
 * Removes from `env` whatever names a deployment or changes how Kerbside behaves. What says where programs are stays:
 * MONGOD_BINARY, REDIS_BINARY, CHROMIUM, KERBSIDE_CACHE, PATH, HOME, proxies and npm's settings.
 */
export function clearForTests(env: NodeJS.ProcessEnv): void {
  for (const name of notForTests) delete env[name]
}
