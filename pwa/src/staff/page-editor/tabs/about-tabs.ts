import type { AboutContent } from '@kerbside/schema/pages/content/about-content'
import type { EditorTab } from '../editor-tab.ts'
import {
  AboutCtaPanel,
  AboutHeroPanel,
  CommitmentPanel,
  MissionPanel,
  StoryPanel,
  ValuesPanel,
} from './about/about-panels.tsx'

/** The six tabs of docs/specification.md, 10.3, in its order. */
export const aboutTabs: EditorTab<AboutContent>[] = [
  { id: 'hero', label: 'Hero', paths: ['hero'], Panel: AboutHeroPanel },
  { id: 'mission', label: 'Mission', paths: ['mission'], Panel: MissionPanel },
  { id: 'values', label: 'Values', paths: ['values'], Panel: ValuesPanel },
  { id: 'story', label: 'Story', paths: ['story'], Panel: StoryPanel },
  { id: 'commitment', label: 'Commitment', paths: ['commitment'], Panel: CommitmentPanel },
  { id: 'cta', label: 'CTA', paths: ['cta'], Panel: AboutCtaPanel },
]
