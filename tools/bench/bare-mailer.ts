/**
 * What draining the queues is measured against: nodemailer alone with the worker's own transport. It sends the given email
 * so many times, as many at once as the worker, and says how many it sent in a second and what each cost the processor.
 */
import { createEmailTransport } from '../../worker/src/deliveries/transport.ts'

type Task = { url: string; count: number; concurrency: number; email: { subject: string; text: string; html: string } }

process.on('message', (task: Task) => void run(task))

async function run({ url, count, concurrency, email }: Task) {
  const transport = createEmailTransport({
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
      await transport.sendEmail(
        { ...email, from: address('us'), to: address('you'), messageId, date: new Date() },
        limits,
      )
    }
  }
  const [from, cpu] = [Date.now(), process.cpuUsage()]
  await Promise.all(Array.from({ length: concurrency }, send))
  const { user, system } = process.cpuUsage(cpu)
  process.send?.({ perSecond: count / ((Date.now() - from) / 1_000), cpuMs: (user + system) / 1_000 / count })
  transport.close()
}
process.send?.('ready')
