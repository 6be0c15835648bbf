import { baseConfig, demoSecret, port, wholeNumber } from '@kerbside/schema/config'
import { offerHours } from '@kerbside/schema/leads/offer'
import type { Operator } from '@kerbside/schema/pages/site-paths'
import { z } from 'zod'

export const Config = z
  .object({
    ...baseConfig,
    /** Address to listen on. */
    HOST: z.string().default('127.0.0.1'),
    PORT: port(4000),
    /** Folder for what the api keeps on disk. */
    DATA_DIR: z.string().default('.data'),
    /** How many proxies' `X-Forwarded-For` entries are believed. */
    TRUST_PROXY: wholeNumber(0, 0, 10),
    /** With it `/metrics` needs a bearer; without it only a loopback peer is answered. */
    METRICS_TOKEN: z.string().optional(),
    /** `off` is for benchmarks. */
    RATE_LIMITS: z.enum(['on', 'off']).default('on'),
    /** Folder of the built web app: its client files and its server entry. */
    PWA_DIST: z.string().default('pwa/dist'),
    /** Hours a firm has to decide that staff offered a job to. The worker is given the same. */
    OFFER_HOURS: wholeNumber(offerHours, 1, 24 * 30),
    /** Who answers for the site in law: named by its privacy notice and its terms. */
    OPERATOR_NAME: z.string().optional(),
    OPERATOR_ADDRESS: z.string().optional(),
    OPERATOR_EMAIL: z.email('must be an email address').optional(),
  })
  .superRefine((config, ctx) => {
    if (config.KERBSIDE_ENV !== 'production') return
    const reject = (name: string, message: string) => ctx.addIssue({ code: 'custom', path: [name], message })
    if (config.JWT_SECRET === demoSecret) reject('JWT_SECRET', 'must not be the demo secret in production')
    if (config.RATE_LIMITS === 'off') reject('RATE_LIMITS', 'must not be off in production')
  })

export type Config = z.infer<typeof Config>

export const isProduction = (config: Pick<Config, 'KERBSIDE_ENV'>) => config.KERBSIDE_ENV === 'production'

/** Made up, and marked as such. */
const demoOperator: Operator = {
  name: 'Kerbside Demo Ltd (made up: this is a demonstration)',
  address: '1 Example Street, Exampletown EX1 1EX',
  email: 'privacy@kerbside.example',
}

/** In production nothing stands in for what is missing: the pages mark it. */
export function operatorOf(config: Config): Operator {
  const { name, address, email } = isProduction(config) ? nobody : demoOperator
  return {
    name: config.OPERATOR_NAME ?? name,
    address: config.OPERATOR_ADDRESS ?? address,
    email: config.OPERATOR_EMAIL ?? email,
  }
}
const nobody: Operator = { name: null, address: null, email: null }

/** Behind TLS cookies are marked Secure and browsers are told to stay with https. */
export const isHttps = (config: Pick<Config, 'PUBLIC_URL'>) => config.PUBLIC_URL.startsWith('https:')
