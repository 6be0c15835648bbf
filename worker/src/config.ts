import { baseConfig, demoSecret, port, wholeNumberVariable } from '@kerbside/schema/config'
import { createECDH } from 'node:crypto'
import { z } from 'zod'
import type { Mailbox } from '@kerbside/schema/emails/email'
import { parseMailbox } from './email.ts'

export const Config = z
  .object({
    ...baseConfig,
    SMTP_URL: z
      .string()
      .regex(/^smtps?:\/\/./, 'must start with smtp:// or smtps://')
      .default('smtp://127.0.0.1:1025'),
    /** Who emails are from while the settings name nobody. Its domain is that of every Message-ID. */
    MAIL_FROM: z
      .string()
      .default('Kerbside <quotes@kerbside.example>')
      .transform(parseMailbox)
      .pipe(z.custom<Mailbox>(Boolean, 'must be an address, like Kerbside <quotes@kerbside.example>')),
    /** Address of the health and metrics page. */
    WORKER_HOST: z.string().default('127.0.0.1'),
    WORKER_PORT: port(4001),
    /** With it `/metrics` needs a bearer; without it only a loopback peer is answered. */
    METRICS_TOKEN: z.string().optional(),
    /** Jobs at once, of each queue. */
    WORKER_CONCURRENCY: wholeNumberVariable(10, 1, 200),
    /**
     * How long a worker has an email for itself, renewed while it lives. After a crash the email is sent again once this has
     * passed.
     */
    MAIL_CLAIM_SECONDS: wholeNumberVariable(60, 1, 3_600),
    /** How long the mail server may take over the answer to a message. RFC 5321 (4.5.3.2) wants ten minutes. */
    MAIL_TIMEOUT_SECONDS: wholeNumberVariable(600, 1, 3_600),
    /** With it emails have envelope senders of this domain, and their bounces are taken at the address below. */
    BOUNCE_DOMAIN: z
      .string()
      .toLowerCase()
      .regex(/^([a-z\d-]+\.)+[a-z\d-]+$/, 'must be a domain, like bounces.example.com')
      .optional(),
    /** Where SMTP is spoken for bounces; the MX record of `BOUNCE_DOMAIN` leads there. */
    BOUNCE_HOST: z.string().default('127.0.0.1'),
    BOUNCE_PORT: port(2525),
    /** Signs notifications to staff's devices; it belongs to VAPID_PUBLIC_KEY. */
    VAPID_PRIVATE_KEY: z
      .string()
      .regex(/^[\w-]{43}$/, 'must be a private VAPID key: 43 characters of base64url')
      .optional(),
    /** Whom a push service writes to when something is wrong; the address of MAIL_FROM without it. */
    VAPID_SUBJECT: z
      .string()
      .regex(/^(mailto:.+@.+|https:\/\/.+)$/, 'must start with mailto: or https://, like mailto:it@example.com')
      .optional(),
    /** How often the sweep looks for forgotten work, and how old work must be to count as forgotten. */
    SWEEP_EVERY_SECONDS: wholeNumberVariable(15, 1, 3_600),
    SWEEP_AFTER_SECONDS: wholeNumberVariable(60, 1, 86_400),
  })
  .superRefine((config, ctx) => {
    const reject = (name: string, message: string) => ctx.addIssue({ code: 'custom', path: [name], message })
    const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = config
    if (publicKey && !privateKey) reject('VAPID_PRIVATE_KEY', 'must be set as well, because VAPID_PUBLIC_KEY is')
    if (privateKey && !publicKey) reject('VAPID_PUBLIC_KEY', 'must be set as well, because VAPID_PRIVATE_KEY is')
    if (publicKey && privateKey && publicKeyOf(privateKey) !== publicKey) {
      reject('VAPID_PUBLIC_KEY', 'does not belong to VAPID_PRIVATE_KEY: set the two that were made together')
    }
    if (config.KERBSIDE_ENV !== 'production') return
    if (config.JWT_SECRET === demoSecret) reject('JWT_SECRET', 'must not be the demo secret in production')
    if (config.WEBHOOKS_TO_PRIVATE === 'on') reject('WEBHOOKS_TO_PRIVATE', 'must not be on in production')
  })

export type Config = z.infer<typeof Config>

/** The public half of a pair of VAPID keys; null when the private one is none. */
function publicKeyOf(privateKey: string): string | null {
  const pair = createECDH('prime256v1')
  try {
    pair.setPrivateKey(privateKey, 'base64url')
  } catch {
    // Zero, or larger than the curve takes: the message names both.
    return null
  }
  return pair.getPublicKey('base64url')
}
