import { defaultHome } from '@kerbside/schema/pages/default-home'
import type { HomeContent } from '@kerbside/schema/pages/home-content'
import type { ScreenState } from '@kerbside/schema/pages/page-state'

/** What the browser shows: what a server can render, and two screens that only a browser meets. */
export type Screen = ScreenState | { screen: 'unreachable'; path: string; home: HomeContent }

export type PageScreen = Extract<ScreenState, { screen: 'page' }>
export type Header = HomeContent['header']

/** The header that all public screens share: that of the home page at hand. */
export function headerOf(screen: Screen): Header {
  if (screen.screen === 'page' && screen.kind === 'index') return screen.content.header
  return homeOf(screen).header
}

/** The home page that came with a screen of another kind; the built-in one where none did. */
export function homeOf(screen: Screen): HomeContent {
  if (screen.screen === 'page' && screen.kind === 'index') return screen.content
  return ('home' in screen ? (screen.home as HomeContent | undefined) : undefined) ?? defaultHome
}

/** The signed-in area and signing in: a part of its own, loaded when somebody goes there. */
export const isStaffPath = (path: string) => /^\/(login|admin|manager)(\/|$)/i.test(path)
