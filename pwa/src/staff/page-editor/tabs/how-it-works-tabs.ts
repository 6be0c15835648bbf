import type { HowItWorksContent } from '@kerbside/schema/pages/content/how-it-works-content'
import type { EditorTab } from '../editor-tab.ts'
import {
  BenefitsPanel,
  HowItWorksCtaPanel,
  HowItWorksHeroPanel,
  StepsPanel,
} from './how-it-works/how-it-works-panels.tsx'

/** The four tabs of docs/specification.md, 10.3, in its order. */
export const howItWorksTabs: EditorTab<HowItWorksContent>[] = [
  { id: 'hero', label: 'Hero', paths: ['hero'], Panel: HowItWorksHeroPanel },
  { id: 'steps', label: 'Steps', paths: ['steps'], Panel: StepsPanel },
  { id: 'benefits', label: 'Benefits', paths: ['benefits'], Panel: BenefitsPanel },
  { id: 'cta', label: 'CTA', paths: ['cta'], Panel: HowItWorksCtaPanel },
]
