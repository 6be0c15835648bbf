import { challengeProviders } from '@kerbside/schema/quotes/challenge'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import { z } from 'zod'
import { challengeOf, type Config } from '../../config.ts'
import type { JudgeChallenge } from '../../deps.ts'

/** Milliseconds that a submit waits for the provider. */
const patience = 3_000
/** After so many failures in succession nobody waits for the provider for a while. */
const failuresUntilPause = 3
const pauseMs = 30_000
/** Milliseconds in which a repeat of a submission passes with the token that passed before: tokens are good for once. */
const passedMs = 15 * 60_000

const Answer = z.object({
  success: z.boolean(),
  hostname: z.string().optional(),
  'error-codes': z.array(z.string()).optional(),
})

/**
 * What says that the provider could not judge, or that our keys are wrong, rather than that the token is bad. `bad-request`
 * is not among them: a sender can cause it by the token.
 */
const notAboutTheToken = ['internal-error', 'missing-input-secret', 'invalid-input-secret', 'sitekey-secret-mismatch']

type JudgeOptions = { now?: () => number; timeout?: number }

/**
 * Asks the provider whether a token is that of a passed challenge. Down, slow or wrongly set up, it judges nothing. Null
 * where no challenge is configured. The homeowner's address is not sent along.
 */
export function createChallenge(config: Config, log: Logger, options: JudgeOptions = {}): JudgeChallenge | null {
  const challenge = challengeOf(config)
  if (challenge === null) return null
  const { now = Date.now, timeout = patience } = options
  const url = config.CHALLENGE_VERIFY_URL ?? challengeProviders[challenge.provider].verify
  const passed = new LRUCache<string, true>({ max: 5_000, ttl: passedMs })
  const circuit = { failures: 0, openUntil: 0 }

  const own = new URL(config.PUBLIC_URL).hostname
  /** A token of a challenge that was passed on another site is none of ours. */
  const isOwnHost = (hostname = own) => hostname === own || hostname.endsWith(`.${own}`)

  const ask = async (token: string): Promise<boolean> => {
    const response = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams({ secret: config.CHALLENGE_SECRET ?? '', response: token }),
      signal: AbortSignal.timeout(timeout),
      redirect: 'error',
    })
    const answer = Answer.parse(await response.json())
    const problem = answer['error-codes']?.find((code) => notAboutTheToken.includes(code))
    if (!answer.success && problem) throw new Error(`The provider answers ${problem}`)
    return answer.success && isOwnHost(answer.hostname)
  }

  return async ({ token, submissionId }) => {
    if (token === null) return 'none'
    const key = `${submissionId} ${token}`
    if (passed.has(key)) return 'passed'
    if (now() < circuit.openUntil) return 'not-judged'
    try {
      const isPassed = await ask(token)
      circuit.failures = 0
      if (isPassed) passed.set(key, true)
      return isPassed ? 'passed' : 'failed'
    } catch (error) {
      circuit.failures += 1
      if (circuit.failures >= failuresUntilPause) circuit.openUntil = now() + pauseMs
      // The quote goes on without a judgement; whoever runs the site sees this.
      log.warn({ err: error, provider: challenge.provider }, 'a challenge could not be judged')
      return 'not-judged'
    }
  }
}
