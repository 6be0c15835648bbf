import { simpleParser, type ParsedMail } from 'mailparser'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server'

export type SunkMail = {
  to: string
  messageId: string
  subject: string
  text: string
  html: string
  headers: ParsedMail['headers']
  parsed: ParsedMail
  at: number
}

/** How the sink treats what arrives; change it at any time. */
export type Manners = {
  /** SMTP code for a recipient, or nothing to accept it. */
  refuseRecipient?: (address: string) => number | undefined
  /** SMTP code after the message was read. */
  refuseMessage?: () => number | undefined
  /** Milliseconds before a message is acknowledged. */
  delayMs?: number
}

/** A real mail server that keeps what it is sent. It can go down and come back on the same port. */
export async function startMailSink() {
  const mails: SunkMail[] = []
  const manners: Manners = {}
  let server = await listen(mails, manners, 0)
  const port = (server.server.address() as AddressInfo).port
  let up = true

  const goDown = async () => {
    if (!up) return
    up = false
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }
  return {
    mails,
    manners,
    port,
    url: `smtp://127.0.0.1:${port}`,
    to: (address: string) => mails.filter((mail) => mail.to === address),
    goDown,
    async comeBack() {
      if (up) return
      server = await listen(mails, manners, port)
      up = true
    },
    stop: goDown,
  }
}

export type MailSink = Awaited<ReturnType<typeof startMailSink>>

async function listen(mails: SunkMail[], manners: Manners, port: number): Promise<SMTPServer> {
  const refusal = (code: number) => Object.assign(new Error('not here: <someone@example.com>'), { responseCode: code })
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    closeTimeout: 20,
    onRcptTo({ address }, _session, done) {
      const code = manners.refuseRecipient?.(address)
      done(code === undefined ? null : refusal(code))
    },
    onData(stream, { envelope }, done) {
      void keep(stream).then((mail) => {
        const code = manners.refuseMessage?.()
        if (code !== undefined) return done(refusal(code))
        mails.push({ ...mail, to: envelope.rcptTo.map(({ address }) => address).join(',') })
        setTimeout(() => done(), manners.delayMs ?? 0)
      }, done)
    },
  })
  // Clients that are killed leave broken connections behind; that is what is being tried.
  server.on('error', () => {})
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return server
}

async function keep(stream: SMTPServerDataStream): Promise<Omit<SunkMail, 'to'>> {
  const parsed = await simpleParser(stream, { skipTextToHtml: true, skipHtmlToText: true })
  return {
    messageId: parsed.messageId ?? '',
    subject: parsed.subject ?? '',
    text: parsed.text ?? '',
    html: parsed.html || '',
    headers: parsed.headers,
    parsed,
    at: Date.now(),
  }
}
