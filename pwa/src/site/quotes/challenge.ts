import type { ChallengeProvider, PageChallenge } from '@kerbside/schema/quotes/challenge'

/** What the scripts of all providers offer, each under its own name. */
type Widgets = {
  render: (place: HTMLElement, options: Record<string, unknown>) => unknown
  reset: (widget: unknown) => void
}

const globals: Record<ChallengeProvider, string> = {
  turnstile: 'turnstile',
  hcaptcha: 'hcaptcha',
  recaptcha: 'grecaptcha',
}

/**
 * Shows the challenge above the form's button and leaves its token in a hidden field of the form. React does not know of
 * it and leaves it alone: the place is made once and goes with the form.
 */
export async function showChallenge(
  { provider, siteKey, script }: PageChallenge,
  form: HTMLFormElement,
): Promise<void> {
  if (!siteKey || !script) return
  const widgets = await load(script, globals[provider])
  const place = document.createElement('div')
  const token = document.createElement('input')
  token.type = 'hidden'
  token.name = 'challenge_token'
  const button = form.querySelector('button[type="submit"]')
  if (!button?.isConnected) return
  button.before(place, token)
  const forget = () => {
    token.value = ''
  }
  const widget = widgets.render(place, {
    sitekey: siteKey,
    // The usual one is 304 pixels wide.
    size: form.clientWidth < 304 ? 'compact' : 'normal',
    callback: (passed: string) => {
      token.value = passed
    },
    'expired-callback': forget,
    'error-callback': forget,
  })
  // A token is good for one request. Later, because whoever handles the submit still reads it.
  form.addEventListener('submit', () => {
    setTimeout(() => {
      forget()
      if (place.isConnected) widgets.reset(widget)
    })
  })
}

let loading: Promise<Widgets> | undefined

function load(script: string, global: string): Promise<Widgets> {
  loading ??= new Promise<Widgets>((resolve, reject) => {
    const page = window as unknown as Record<string, unknown>
    page['kerbsideChallengeReady'] = () => resolve(page[global] as Widgets)
    const element = document.createElement('script')
    element.src = `${script}?render=explicit&onload=kerbsideChallengeReady`
    element.onerror = () => {
      loading = undefined // Another form may try again.
      reject(new Error('The script of the challenge did not load'))
    }
    document.head.append(element)
  })
  return loading
}
