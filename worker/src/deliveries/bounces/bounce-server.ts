import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import type { Deps } from '../../deps.ts'
import { withoutAddresses } from '../mail-error.ts'
import { readBounceAddress } from './bounce-address.ts'
import { countReport, recordBounce, type BounceDeps } from './record-bounce.ts'
import { readReport } from './read-report.ts'

/** Bytes of a report; it may quote the whole email. */
const maximumSize = 512 * 1024
const maximumClients = 20
/** Milliseconds without a byte, and of a connection at most. */
const idleMs = 60_000
const connectionMs = 5 * 60_000

type ServerDeps = BounceDeps & Pick<Deps, 'log'>

const smtpError = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode })

/**
 * Takes the reports of mail servers about emails that did not arrive. It has no recipient but the envelope senders of our
 * own emails, so nothing can be relayed through it.
 */
export async function startBounceServer(deps: ServerDeps, domain: string) {
  const { config, log } = deps
  const server = new SMTPServer({
    name: domain,
    size: maximumSize,
    maxClients: maximumClients,
    socketTimeout: idleMs,
    closeTimeout: 1_000,
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    onRcptTo: ({ address }, session, done) => void answer(() => checkRecipient(address, session, domain), deps, done),
    onData: (stream, session, done) => void answer(() => takeReport(deps, stream, session, domain), deps, done),
  })
  server.on('error', (error) => log.debug({ reason: withoutAddresses(error) }, 'a bounce connection broke'))
  server.server.on('connection', (socket) => {
    const timer = setTimeout(() => socket.destroy(), connectionMs)
    socket.once('close', () => clearTimeout(timer))
  })
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(config.BOUNCE_PORT, config.BOUNCE_HOST, resolve)
  })
  const { port } = server.server.address() as AddressInfo
  log.info({ port, domain }, 'takes bounces')
  return { port, stop: () => new Promise<void>((resolve) => server.close(() => resolve())) }
}

type Done = (error?: Error | null) => void

async function answer(work: () => Promise<void>, { log }: ServerDeps, done: Done): Promise<void> {
  try {
    await work()
    done()
  } catch (error) {
    if (error instanceof Error && 'responseCode' in error) return done(error)
    // MongoDB is away, for example. The other side keeps its report and sends it again.
    log.warn({ reason: withoutAddresses(error) }, 'a bounce could not be taken')
    done(smtpError(451, 'Try again later'))
  }
}

async function checkRecipient(address: string, { envelope }: SMTPServerSession, domain: string): Promise<void> {
  if (envelope.rcptTo.length > 0) throw smtpError(452, 'One recipient at a time')
  const key = readBounceAddress(address, domain)
  const isKnown = key !== null && (await DeliveryModel.exists({ bounceKey: key })) !== null
  if (!isKnown) throw smtpError(550, 'No such address')
}

async function takeReport(
  deps: ServerDeps,
  stream: SMTPServerDataStream,
  { envelope }: SMTPServerSession,
  domain: string,
): Promise<void> {
  const message = await readStream(stream)
  const key = readBounceAddress(envelope.rcptTo[0]?.address ?? '', domain)
  if (key === null) throw smtpError(550, 'No such address')
  // Taken unread, so that it is not sent again.
  if (!(await countReport(key))) return
  await recordBounce(deps, key, readReport(message))
}

async function readStream(stream: SMTPServerDataStream): Promise<Buffer> {
  const chunks: Buffer[] = []
  // What is too much is read and dropped, because the answer comes after it.
  for await (const chunk of stream as AsyncIterable<Buffer>) if (!stream.sizeExceeded) chunks.push(chunk)
  if (stream.sizeExceeded) throw smtpError(552, `A report may have ${maximumSize} bytes`)
  return Buffer.concat(chunks)
}
