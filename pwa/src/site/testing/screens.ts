import { defaultAbout } from '@kerbside/schema/pages/defaults/default-about'
import { defaultHome } from '@kerbside/schema/pages/defaults/default-home'
import { defaultHowItWorks } from '@kerbside/schema/pages/defaults/default-how-it-works'
import type { HomeContent } from '@kerbside/schema/pages/content/home-content'
import type { LegalPage, Operator } from '@kerbside/schema/pages/site-paths'
import type { ScreenState } from '@kerbside/schema/pages/content/screen-state'
import type { PageScreen } from '../app/screen.ts'

/** Screens as the server hands them out. For tests. */
const form = { submissionId: 'from-server', stamp: 'signed', answers: {}, errors: {} }
const page = { screen: 'page', slug: '', pageVersion: 3, preview: false, form } as const

export const homeScreen = (changes: Partial<HomeContent> = {}, path = '/'): PageScreen => ({
  ...page,
  path,
  kind: 'index',
  content: { ...defaultHome, ...changes },
})
export const aboutScreen: PageScreen = {
  ...page,
  path: '/about',
  kind: 'about',
  content: defaultAbout,
  home: defaultHome,
}
export const howItWorksScreen: PageScreen = {
  ...page,
  path: '/how-it-works',
  kind: 'how-it-works',
  content: defaultHowItWorks,
  home: defaultHome,
}
export const notFoundScreen: ScreenState = { screen: 'not-found', path: '/nowhere', home: defaultHome }
export const legalScreen = (page: LegalPage, operator: Partial<Operator> = {}): ScreenState => ({
  screen: 'legal',
  path: `/${page}`,
  page,
  operator: { name: 'Drives Ltd', address: '1 Road, Leeds LS1 1AA', email: 'us@drives.example', ...operator },
  home: defaultHome,
})
export const thankYouScreen: ScreenState = {
  screen: 'thank-you',
  path: '/thank-you',
  reference: 'KB-7QX2MD',
  home: defaultHome,
}
