/** Services whose challenge a form can show. All answer the same `siteverify` request, and render in the same way. */
export const challengeProviders = {
  turnstile: {
    name: 'Cloudflare Turnstile',
    script: 'https://challenges.cloudflare.com/turnstile/v0/api.js',
    verify: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
    /** What the policy of a page with the form allows to load from. */
    sources: ['https://challenges.cloudflare.com'],
  },
  hcaptcha: {
    name: 'hCaptcha',
    script: 'https://js.hcaptcha.com/1/api.js',
    verify: 'https://api.hcaptcha.com/siteverify',
    sources: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
  },
  recaptcha: {
    name: 'Google reCAPTCHA',
    script: 'https://www.google.com/recaptcha/api.js',
    verify: 'https://www.google.com/recaptcha/api/siteverify',
    sources: [
      'https://www.google.com/recaptcha/',
      'https://www.gstatic.com/recaptcha/',
      'https://recaptcha.google.com/recaptcha/',
    ],
  },
} as const

export type ChallengeProvider = keyof typeof challengeProviders
export const challengeProviderNames = Object.keys(challengeProviders) as ChallengeProvider[]

/** Where the form in a document gets its challenge from. */
export type FormChallenge = { provider: ChallengeProvider; siteKey: string; script: string }

/** In a document of a site that has a challenge; without a form in it, it tells the provider alone. */
export type PageChallenge = Pick<FormChallenge, 'provider'> & Partial<FormChallenge>
