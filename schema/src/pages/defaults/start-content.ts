import type { Trade } from '../../contractors/contractor.ts'
import type { ContentOf, PageKind } from '../page.ts'
import { defaultContent } from './default-content.ts'
import { extensionsAbout } from './extensions/extensions-about.ts'
import { extensionsHome } from './extensions/extensions-home.ts'
import { extensionsHowItWorks } from './extensions/extensions-how-it-works.ts'

/** The trades that have default content of their own. The built-in pages are about driveways. */
export const startTrades = ['driveways', 'extensions'] as const satisfies readonly Trade[]
export type StartTrade = (typeof startTrades)[number]

const extensions: ContentOf = {
  index: extensionsHome,
  about: extensionsAbout,
  'how-it-works': extensionsHowItWorks,
}

/** What a page of this url starts with in a trade. Only the editor loads this file, no visitor. */
export const startContent = (kind: PageKind, url: string, trade: StartTrade): ContentOf[PageKind] =>
  trade === 'driveways' ? defaultContent(kind, url) : structuredClone(extensions[kind])
