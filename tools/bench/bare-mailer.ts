/**
 * What draining the queues is measured against: nodemailer alone with the worker's own transport. It sends the given mail
 * so many times, as many at once as the worker, and says how many it sent in a second.
 */
import { createMailTransport } from '../../worker/src/deliveries/transport.ts'

type Task = { url: string; count: number; concurrency: number; mail: { subject: string; text: string; html: string } }

process.on('message', (task: Task) => void run(task))

async function run({ url, count, concurrency, mail }: Task) {
  const transport = createMailTransport({
    SMTP_URL: url,
    WORKER_CONCURRENCY: concurrency,
    MAIL_TIMEOUT_SECONDS: 60,
  })
  const address = (name: string) => ({ name: '', address: `${name}@bare.example` })
  const limits = { startMs: 600_000, wholeMs: 600_000 }
  let left = count
  const send = async () => {
    while (left > 0) {
      left -= 1
      const messageId = `<bare-${left}@bare.example>`
      await transport.sendMail(
        { ...mail, from: address('us'), to: address('you'), messageId, date: new Date() },
        limits,
      )
    }
  }
  const from = Date.now()
  await Promise.all(Array.from({ length: concurrency }, send))
  process.send?.(count / ((Date.now() - from) / 1_000))
  transport.close()
}
process.send?.('ready')
