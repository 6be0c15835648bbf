import { legalPages } from '@kerbside/schema/pages/legal-page'
import { headerOf, type Screen } from './screen.ts'

/** The document's title; the same from the server and after moving on in the browser. */
export function pageTitle(screen: Screen): string {
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
