/**
 * What draining the queues is measured against: a pool of the worker's nodemailer and nothing else. It sends the given email
 * so many times, as many at once as the worker, and says how many it sent in a second and what each cost the processor.
 */
import { createRequire } from 'node:module'
import path from 'node:path'
import { root } from '../cli/folders.ts'

type Task = { url: string; count: number; concurrency: number; email: { subject: string; text: string; html: string } }

// Other packages bring older ones.
const ofWorker = createRequire(path.join(root, 'worker/package.json'))
const { createTransport } = ofWorker('nodemailer') as typeof import('nodemailer')

process.on('message', (task: Task) => void run(task))

async function run({ url, count, concurrency, email }: Task) {
  const transport = createTransport({ url, pool: true, maxConnections: concurrency, maxMessages: 500 })
  const message = { ...email, from: 'us@bare.example', to: 'you@bare.example' }
  let left = count
  const send = async () => {
    while (left > 0) {
      left -= 1
      await transport.sendMail({ ...message, messageId: `<bare-${left}@bare.example>` })
    }
  }
  const [from, cpu] = [Date.now(), process.cpuUsage()]
  await Promise.all(Array.from({ length: concurrency }, send))
  const { user, system } = process.cpuUsage(cpu)
  process.send?.({ perSecond: count / ((Date.now() - from) / 1_000), cpuMs: (user + system) / 1_000 / count })
  transport.close()
}
process.send?.('ready')
