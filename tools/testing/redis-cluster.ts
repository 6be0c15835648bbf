import { Cluster, Redis } from 'ioredis'
import { until } from '../../worker/src/testing/test-worker.ts'
import { anyFreePort } from '../services/ports.ts'
import { ownRedis } from './redis-process.ts'

const slots = 16_384

/** A Redis cluster of the test's own: masters without replicas that share the keys among them. */
export async function startRedisCluster(size = 3) {
  const masters = await Promise.all(
    Array.from({ length: size }, async () => {
      const busPort = String(await anyFreePort())
      const options = ['--cluster-enabled', 'yes', '--cluster-port', busPort, '--cluster-node-timeout', '2000']
      return { ...(await ownRedis(...options)), busPort }
    }),
  )
  await Promise.all(masters.map(({ start }) => start()))
  for (const [index, { url }] of masters.entries()) {
    const redis = new Redis(url)
    const own = Array.from({ length: slots }, (_, slot) => slot).filter((slot) => slot % size === index)
    await redis.cluster('ADDSLOTS', ...own)
    for (const other of masters)
      await redis.call('CLUSTER', 'MEET', '127.0.0.1', new URL(other.url).port, other.busPort)
    redis.disconnect()
  }
  const urls = masters.map(({ url }) => url)
  await until(async () => (await Promise.all(urls.map(isComplete))).every(Boolean))
  return {
    /** As `REDIS_URL` names it. */
    url: urls.join(','),
    masters,
    /** How many keys each master has. */
    keys: async () => {
      const cluster = new Cluster(urls)
      // On a busy machine its first answer may come late; it asks again.
      cluster.on('error', () => {})
      await until(() => cluster.status === 'ready')
      const counts = await Promise.all(cluster.nodes('master').map((node) => node.dbsize()))
      cluster.disconnect()
      return counts
    },
    remove: () => Promise.all(masters.map(({ remove }) => remove())),
  }

  async function isComplete(url: string): Promise<boolean> {
    const redis = new Redis(url)
    const info = await redis.cluster('INFO')
    redis.disconnect()
    return info.includes('cluster_state:ok') && info.includes(`cluster_known_nodes:${size}`)
  }
}
