import type { HomeContent } from '@kerbside/schema/pages/content/home-content'
import type { LegalPage } from '@kerbside/schema/pages/site-paths'
import type { FormState, RenderedScreen, ScreenState } from '@kerbside/schema/pages/content/screen-state'
import { publicSettings } from '@kerbside/schema/settings/settings'
import type { Context as HonoContext } from 'hono'
import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'
import { challengeOf, operatorOf, type Config } from '../../config.ts'
import type { AppEnv } from '../../deps.ts'
import { contentSecurityPolicy } from '../../http/security-headers.ts'
import { withCurrentNumbers, pageNumbers, type PageNumbers } from '../page-numbers.ts'
import { mainHome, type PublishedPage } from '../pages.service.ts'
import { blanks, type Fill, type Renderer } from './renderer.ts'

type C = HonoContext<AppEnv>

const noFigures = {}

export type Screens = ReturnType<typeof createScreens>

/** Every screen that the server renders. What all visitors share is rendered once per published version. */
export function createScreens(renderer: Renderer, stamps: FormStamps, config: Config) {
  const challenge = challengeOf(config)

  const newForm = (c: C) => {
    const { newId, now } = c.get('context')
    return { submissionId: newId(), stamp: stamps.sign(now()) }
  }

  const settingsOf = (c: C) => c.get('context').settings()
  /** The app's shell has no texts of pages, and must not wait for the database. */
  const numbersOf = async (c: C, state: ScreenState): Promise<PageNumbers> =>
    'home' in state || 'content' in state ? pageNumbers(c.get('context')) : { settings: settingsOf(c), figures: null }

  /** A document for one visitor. */
  const own = async (c: C, state: ScreenState) =>
    renderer.render(inDocument(state, await numbersOf(c, state), challenge), c.get('nonce'))

  /** A document that all visitors share, made of `parts`. */
  const shared = async (c: C, name: string, parts: readonly object[], state: ScreenState, fill: Fill = {}) => {
    const numbers = await numbersOf(c, state)
    const madeOf = [...parts, numbers.settings, numbers.figures ?? noFigures]
    return renderer.renderShared(name, madeOf, () => inDocument(state, numbers, challenge), c.get('nonce'), fill)
  }

  return {
    /** What a page needs beside itself: with a form that has a challenge, a policy that lets it load. */
    headers(c: C, { kind }: PublishedPage): Record<string, string> {
      if (!challenge || kind !== 'index') return {}
      const own = `'self' 'nonce-${c.get('nonce')}'`
      const sources = challenge.sources.join(' ')
      return {
        'content-security-policy': contentSecurityPolicy(c.get('nonce'), {
          'script-src': `${own} ${sources}`,
          'style-src': `${own} ${sources}`,
          'connect-src': `'self' ${sources}`,
          'frame-src': sources,
        }),
      }
    },
    async page(c: C, page: PublishedPage): Promise<string> {
      const home = page.kind === 'index' ? page.content : await mainHome(c.get('context'))
      const state = pageState(page, home, { ...blanks, answers: {}, errors: {} })
      return shared(c, page.url, [page, home], state, newForm(c))
    },
    /** After an invalid post: what was typed, and the errors. */
    async invalidPage(c: C, page: PublishedPage, form: Partial<FormState>): Promise<string> {
      const filled = { ...newForm(c), answers: {}, errors: {}, ...form }
      return own(c, pageState(page, await mainHome(c.get('context')), filled))
    },
    async preview(c: C, page: PublishedPage): Promise<string> {
      const state = pageState(page, await mainHome(c.get('context')), { ...newForm(c), answers: {}, errors: {} })
      return own(c, { ...state, preview: true })
    },
    shell: (c: C, path: string): Promise<string> =>
      shared(c, 'app', [], { screen: 'app', path: blanks.path }, { path }),
    async notFound(c: C, path: string): Promise<string> {
      const home = await mainHome(c.get('context'))
      const state: ScreenState = { screen: 'not-found', path: blanks.path, home }
      return shared(c, 'not-found', [home], state, { path })
    },
    async legal(c: C, page: LegalPage): Promise<string> {
      const home = await mainHome(c.get('context'))
      // Those of the texts are read a moment later and may be newer, so that these are a part of their own.
      const settings = settingsOf(c)
      const operator = operatorOf(c.get('context').config, settings)
      return shared(c, page, [home, settings], { screen: 'legal', path: `/${page}`, page, operator, home })
    },
    async thankYou(c: C, reference: string | null): Promise<string> {
      const home = await mainHome(c.get('context'))
      const state: ScreenState = { screen: 'thank-you', path: '/thank-you', reference, home }
      return reference === null ? shared(c, 'thank-you', [home], state) : own(c, state)
    },
  }
}

/** With its numbers in its texts, and with the settings for what is no content. Only where the form is, its challenge. */
function inDocument(state: ScreenState, numbers: PageNumbers, challenge: Challenge): RenderedScreen {
  const { provider, siteKey, script } = challenge ?? {}
  return {
    ...state,
    ...('content' in state && { content: withCurrentNumbers(state.content, numbers) }),
    ...('home' in state && state.home && { home: withCurrentNumbers(state.home, numbers) }),
    settings: {
      ...publicSettings(numbers.settings),
      ...(numbers.settings.serviceWorkerOff && { serviceWorkerOff: true }),
      ...(provider &&
        state.screen !== 'app' && { challenge: hasForm(state) ? { provider, siteKey, script } : { provider } }),
    },
  } as RenderedScreen
}

type Challenge = ReturnType<typeof challengeOf>
const hasForm = (state: ScreenState) => state.screen === 'page' && state.kind === 'index'

type PageState = Extract<ScreenState, { screen: 'page' }>

function pageState(page: PublishedPage, home: HomeContent, form: FormState): PageState {
  const { url, slug, pageVersion } = page
  const shared = {
    screen: 'page',
    path: url,
    slug,
    pageVersion,
    preview: false,
    form: { submissionId: form.submissionId, stamp: form.stamp, answers: form.answers, errors: form.errors },
  } as const
  // Whose header the other kinds share.
  const header = page.kind === 'index' ? {} : { home }
  return { ...shared, ...header, kind: page.kind, content: page.content } as PageState
}

export type FormStamps = ReturnType<typeof createFormStamps>

/** The time when a form was shown, signed, so that a machine cannot claim an earlier one. */
export function createFormStamps(secret: string) {
  // Another key than for sessions and links, so that a stamp can never be used as one of them.
  const key = createSecretKey(`form-stamp:${secret}`, 'utf8')
  const seal = (moment: string) => createHmac('sha256', key).update(moment).digest()
  return {
    sign(shownAt: Date): string {
      const moment = shownAt.getTime().toString(36)
      return `${moment}.${seal(moment).toString('base64url')}`
    },
    /** Null for anything that is not ours. */
    read(stamp: string): Date | null {
      const [moment = '', signature = ''] = stamp.split('.')
      const given = Buffer.from(signature, 'base64url')
      const expected = seal(moment)
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
      return new Date(Number.parseInt(moment, 36))
    },
  }
}
