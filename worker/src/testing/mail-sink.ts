import { simpleParser, type ParsedMail } from 'mailparser'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server'
import { afterEach, beforeEach } from 'vitest'

export type ReceivedEmail = {
  to: string
  /** The sender that the envelope names. */
  sender: string
  messageId: string
  subject: string
  text: string
  html: string
  headers: ParsedMail['headers']
  parsed: ParsedMail
  raw: string
  at: number
}

/** How the sink treats what arrives; change it at any time. */
export type SinkBehaviour = {
  /** SMTP code for a recipient, or nothing to accept it. */
  rejectRecipient?: (address: string) => number | undefined
  /** SMTP code after the message was read. */
  rejectMessage?: () => number | undefined
  /** Where the server turns us away, whatever the email. */
  rejectUs?: 'greeting' | 'sign-in' | 'sender'
  /** Milliseconds before a message is acknowledged. */
  delayMs?: number
  /** What comes after so many messages is acknowledged only then. */
  held?: { after: number; released: Promise<void> }
}

/**
 * A real mail server that keeps what it is sent. It can go down and come back on the same port. `readLater` spares the
 * work of reading hundreds of emails as they come; `readEmail` reads one.
 */
export async function startMailSink({ readLater = false } = {}) {
  const emails: ReceivedEmail[] = []
  const behaviour: SinkBehaviour = {}
  let server = await listen(emails, behaviour, { port: 0, readLater })
  const port = (server.server.address() as AddressInfo).port
  let up = true
  let release = () => {}

  const goDown = async () => {
    if (!up) return
    up = false
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }
  return {
    emails,
    behaviour,
    port,
    url: `smtp://127.0.0.1:${port}`,
    to: (address: string) => emails.filter((email) => email.to === address),
    goDown,
    /**
     * After so many emails the server keeps what it is sent and does not say so, until `release`: those are in flight for
     * sure, however slow the machine is.
     */
    holdAfter(count: number) {
      behaviour.held = { after: count, released: new Promise((resolve) => (release = resolve)) }
    },
    release() {
      release()
      delete behaviour.held
    },
    async comeBack() {
      if (up) return
      server = await listen(emails, behaviour, { port, readLater })
      up = true
    },
    stop: goDown,
  }
}

export type MailSink = Awaited<ReturnType<typeof startMailSink>>

/** A mail server of its own for each test of a file. */
export function useMailSink(): MailSink {
  const sink = {} as MailSink
  beforeEach(async () => void Object.assign(sink, await startMailSink()))
  afterEach(() => sink.stop())
  return sink
}

type ListenOptions = { port: number; readLater: boolean }

async function listen(emails: ReceivedEmail[], behaviour: SinkBehaviour, options: ListenOptions): Promise<SMTPServer> {
  const rejection = (code: number) =>
    Object.assign(new Error('not here: <someone@example.com>'), { responseCode: code })
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    closeTimeout: 20,
    onConnect: (_session, done) => done(behaviour.rejectUs === 'greeting' ? rejection(554) : null),
    onAuth: (_auth, _session, done) =>
      behaviour.rejectUs === 'sign-in' ? done(rejection(535)) : done(null, { user: 'kerbside' }),
    onMailFrom: (_address, _session, done) => done(behaviour.rejectUs === 'sender' ? rejection(553) : null),
    onRcptTo({ address }, _session, done) {
      const code = behaviour.rejectRecipient?.(address)
      done(code === undefined ? null : rejection(code))
    },
    onData(stream, { envelope }, done) {
      const take = async () => {
        const email = await keep(stream, options.readLater)
        const code = behaviour.rejectMessage?.()
        if (code !== undefined) throw rejection(code)
        emails.push({
          ...email,
          to: envelope.rcptTo.map(({ address }) => address).join(','),
          sender: envelope.mailFrom ? envelope.mailFrom.address : '',
        })
        if (behaviour.held && emails.length > behaviour.held.after) await behaviour.held.released
        await new Promise((resolve) => setTimeout(resolve, behaviour.delayMs ?? 0))
      }
      void answer(take, done)
    },
  })
  // Clients that are killed leave broken connections behind; that is what is being tried.
  server.on('error', () => {})
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(options.port, '127.0.0.1', resolve)
  })
  return server
}

async function answer(take: () => Promise<void>, done: (error?: Error | null) => void): Promise<void> {
  let error: Error | null = null
  try {
    await take()
  } catch (caught) {
    error = caught instanceof Error ? caught : new Error(String(caught))
  }
  done(error)
}

async function keep(stream: SMTPServerDataStream, readLater: boolean): Promise<Omit<ReceivedEmail, 'to' | 'sender'>> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(Buffer.from(chunk))
  const raw = Buffer.concat(chunks).toString()
  // Without its body an email is read in no time.
  return readEmail(readLater ? raw.slice(0, raw.indexOf('\r\n\r\n') + 4) : raw, raw)
}

export async function readEmail(text: string, raw = text): Promise<Omit<ReceivedEmail, 'to' | 'sender'>> {
  const parsed = await simpleParser(text, { skipTextToHtml: true, skipHtmlToText: true })
  return {
    messageId: parsed.messageId ?? '',
    subject: parsed.subject ?? '',
    text: parsed.text ?? '',
    html: parsed.html || '',
    headers: parsed.headers,
    parsed,
    raw,
    at: Date.now(),
  }
}
