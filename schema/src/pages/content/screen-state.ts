import type { FieldErrors } from '../../errors.ts'
import type { PublicSettings } from '../../settings/public-settings.ts'
import type { PageChallenge } from '../../quotes/challenge.ts'
import type { HomeContent } from './home-content.ts'
import type { PageContent } from '../page.ts'
import type { LegalPage, Operator } from '../site-paths.ts'

/** What the server puts into the quote form of one rendered page. */
export type FormState = {
  /** Made by the server for browsers without script; the app keeps one of its own through every retry. */
  submissionId: string
  /** Signed moment at which the form was shown. */
  stamp: string
  /** Answers to show again after a rejected post, under the form's names. */
  answers: Record<string, string>
  errors: FieldErrors
}

/**
 * One public screen: what the server renders and the browser hydrates from. `home` is the main home page, whose header and
 * footer the other screens share. `app` is the empty shell of the signed-in area and of signing in.
 */
export type ScreenState =
  | ({
      screen: 'page'
      path: string
      slug: string
      pageVersion: number
      preview: boolean
      form: FormState
      /** With an about or a how-it-works page: the main home page, whose header they share. */
      home?: HomeContent
    } & PageContent)
  | { screen: 'thank-you'; path: string; reference: string | null; home: HomeContent }
  | { screen: 'legal'; path: string; page: LegalPage; operator: Operator; home: HomeContent }
  | { screen: 'not-found'; path: string; home: HomeContent }
  | { screen: 'app'; path: string }

/**
 * What all screens of a document go by: the settings that texts tell, the form's challenge if the site has one, and
 * whether the service worker is switched off.
 */
export type DocumentSettings = PublicSettings & { challenge?: PageChallenge; serviceWorkerOff?: true }

/** A screen as a document holds it. */
export type RenderedScreen = ScreenState & { settings: DocumentSettings }

/** What pwa's built server entry exports. `publicUrl` has no trailing slash. */
export type RenderScreen = (state: RenderedScreen, publicUrl: string) => { head: string; body: string }
