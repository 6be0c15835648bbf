import type { HomeContent } from '@kerbside/schema/pages/content/home-content'
import { legalPages } from '@kerbside/schema/pages/site-paths'
import type { ScreenState } from '@kerbside/schema/pages/content/screen-state'

/** A page, with the main home page whose header and footer it shares unless it is a home page itself. */
export type PageScreen = Extract<ScreenState, { screen: 'page' }>

/** What the browser shows: what a server can render, and one screen that only a browser meets. */
export type Screen =
  | PageScreen
  | Exclude<ScreenState, { screen: 'page' }>
  | { screen: 'unreachable'; path: string; home: HomeContent }

export type Header = HomeContent['header']

/** The header that all public screens share: that of the home page at hand. */
export const headerOf = (screen: Screen): Header => homeContentOf(screen)?.header ?? minimalHeader

/** The home page that came with a screen; the signed-in area has none. */
export function homeContentOf(screen: Screen): HomeContent | null {
  if (screen.screen === 'page' && screen.kind === 'index') return screen.content
  return ('home' in screen ? screen.home : undefined) ?? null
}

const colors = { background: '', text: '', logoBackground: '', logoIcon: '', linkText: '', linkActiveText: '' }
const minimalHeader: Header = { logoText: 'Kerbside', tagline: '', phone: '', navLinks: [], colors }

/** The document's title; the same from the server and after moving on in the browser. */
export function documentTitle(screen: Screen): string {
  const site = headerOf(screen).logoText
  const own = ownTitle(screen)
  return own ? `${own} | ${site}` : site
}

function ownTitle(screen: Screen): string {
  switch (screen.screen) {
    case 'page':
      return screen.kind === 'index'
        ? `${screen.content.hero.titleLine1} ${screen.content.hero.titleEmphasis}`.trim()
        : screen.content.hero.title
    case 'thank-you':
      return 'Your request'
    case 'legal':
      return legalPages[screen.page]
    case 'not-found':
      return 'Page not found'
    case 'unreachable':
      return 'No connection'
    case 'app':
      return ''
  }
}
