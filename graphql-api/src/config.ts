import { baseConfig, demoSecret, port, wholeNumberVariable } from '@kerbside/schema/config'
import { challengeProviderNames, challengeProviders, type FormChallenge } from '@kerbside/schema/quotes/challenge'
import type { Operator } from '@kerbside/schema/pages/site-paths'
import type { Settings } from '@kerbside/schema/settings/settings'
import { join } from 'node:path'
import { z } from 'zod'

const webAddress = z.url({ protocol: /^https?$/, message: 'must be an address, like https://verify.example' })
const challengeKeys = ['CHALLENGE_PROVIDER', 'CHALLENGE_SITE_KEY', 'CHALLENGE_SECRET'] as const
const challengeAddresses = ['CHALLENGE_VERIFY_URL', 'CHALLENGE_SCRIPT_URL'] as const
const challengeNames = [...challengeKeys, ...challengeAddresses] as const

export const Config = z
  .object({
    ...baseConfig,
    /** Address to listen on. */
    HOST: z.string().default('127.0.0.1'),
    PORT: port(4000),
    /** Folder for what the api keeps on disk. */
    DATA_DIR: z.string().default('.data'),
    /** How many proxies' `X-Forwarded-For` entries are believed. */
    TRUST_PROXY: wholeNumberVariable(0, 0, 10),
    /** With it `/metrics` needs a bearer; without it only a loopback peer is answered. */
    METRICS_TOKEN: z.string().optional(),
    /** `off` is for benchmarks. */
    RATE_LIMITS: z.enum(['on', 'off']).default('on'),
    /** Minutes between two test leads; 0: none. Without it 15 in production and none elsewhere. */
    CANARY_MINUTES: z.coerce.number('must be a number').int('must be a whole number').min(0).max(1_440).optional(),
    /** Folder of the built web app: its client files and its server entry. */
    PWA_DIST: z.string().default('pwa/dist'),
    /** Address of Vite's development server, from which the web app comes in place of its build: `npm run dev` sets it. */
    VITE_URL: webAddress.optional(),
    /** Who answers for the site in law, as the legal pages name it while the settings say nothing else. */
    OPERATOR_NAME: z.string().optional(),
    OPERATOR_ADDRESS: z.string().optional(),
    OPERATOR_EMAIL: z.email('must be an email address').optional(),
    /** A third party's challenge in the quote form: all three, or none. */
    CHALLENGE_PROVIDER: z
      .enum(challengeProviderNames, `must be one of ${challengeProviderNames.join(', ')}`)
      .optional(),
    CHALLENGE_SITE_KEY: z.string().optional(),
    CHALLENGE_SECRET: z.string().optional(),
    /** In place of the provider's own addresses, for tests and for networks that reach it elsewhere. */
    CHALLENGE_VERIFY_URL: webAddress.optional(),
    CHALLENGE_SCRIPT_URL: webAddress.optional(),
  })
  .superRefine((config, ctx) => {
    const reject = (name: string, message: string) => ctx.addIssue({ code: 'custom', path: [name], message })
    const given = challengeNames.filter((name) => config[name] !== undefined)
    const missing = given.length === 0 ? [] : challengeKeys.filter((name) => config[name] === undefined)
    for (const name of missing) reject(name, `must be set as well, because ${given.join(' and ')} is`)
    if (config.KERBSIDE_ENV !== 'production') return
    for (const name of challengeAddresses) {
      if (config[name]?.startsWith('http:')) reject(name, 'must start with https:// in production')
    }
    if (config.VITE_URL !== undefined) reject('VITE_URL', 'must not be set in production')
    if (config.JWT_SECRET === demoSecret) reject('JWT_SECRET', 'must not be the demo secret in production')
    if (config.RATE_LIMITS === 'off') reject('RATE_LIMITS', 'must not be off in production')
    if (config.WEBHOOKS_TO_PRIVATE === 'on') reject('WEBHOOKS_TO_PRIVATE', 'must not be on in production')
  })

export type Config = z.infer<typeof Config>

export const isProduction = (config: Pick<Config, 'KERBSIDE_ENV'>) => config.KERBSIDE_ENV === 'production'

/** What former builds of the web app had: below it `assets/`, as in the build itself. */
export const keptAssetsFolder = ({ DATA_DIR }: Pick<Config, 'DATA_DIR'>) => join(DATA_DIR, 'web-assets')

export const canaryMinutes = (config: Config) => config.CANARY_MINUTES ?? (isProduction(config) ? 15 : 0)

/** Made up, and marked as such. */
const demoOperator: Operator = {
  name: 'Kerbside Demo Ltd (made up: this is a demonstration)',
  address: '1 Example Street, Exampletown EX1 1EX',
  email: 'privacy@kerbside.example',
}

/** In production nothing stands in for what neither settings nor configuration have: the pages mark it. */
export function operatorOf(config: Config, settings: Settings): Operator {
  const { name, address, email } = isProduction(config) ? nobody : demoOperator
  return {
    name: settings.operatorName ?? config.OPERATOR_NAME ?? name,
    address: settings.operatorAddress ?? config.OPERATOR_ADDRESS ?? address,
    email: settings.operatorEmail ?? config.OPERATOR_EMAIL ?? email,
  }
}
const nobody: Operator = { name: null, address: null, email: null }

/** Behind TLS cookies are marked Secure and browsers are told to stay with https. */
export const isHttps = (config: Pick<Config, 'PUBLIC_URL'>) => config.PUBLIC_URL.startsWith('https:')

/** The challenge of the quote form, and what the policy of its page lets it load from. Null: none is configured. */
export function challengeOf(config: Config): (FormChallenge & { sources: readonly string[] }) | null {
  const { CHALLENGE_PROVIDER: provider, CHALLENGE_SITE_KEY: siteKey, CHALLENGE_SCRIPT_URL: ownScript } = config
  if (!provider || !siteKey) return null
  const { script, sources } = challengeProviders[provider]
  return { provider, siteKey, script: ownScript ?? script, sources: ownScript ? [new URL(ownScript).origin] : sources }
}
