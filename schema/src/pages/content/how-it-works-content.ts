import { z } from 'zod'
import type { PageHero } from './about-content.ts'
import {
  figure,
  icon,
  iconItem,
  line,
  listOr,
  paragraph,
  section,
  ctaSection,
  type CtaContent,
} from './content-fields.ts'
import { guardedContent } from './content-guard.ts'
import type { IconItem } from './home-content.ts'
import { benefitColours, newBenefitColour, type BenefitColour, type ContentIcon } from './icons.ts'

export type HowItWorksStep = { step: string; title: string; description: string; icon: ContentIcon }
export type HowItWorksBenefit = IconItem & { color: BenefitColour }

export type HowItWorksContent = {
  hero: PageHero
  steps: { title: string; items: HowItWorksStep[] }
  benefits: { title: string; items: HowItWorksBenefit[] }
  cta: CtaContent
}

const step = z.looseObject({
  step: figure('Step number'),
  title: line('Step title'),
  description: paragraph('Step description'),
  icon: icon('Step icon'),
})

const benefit = iconItem('Benefit').extend({
  color: z
    .enum(benefitColours, { error: `Benefit colour must be one of ${benefitColours.join(', ')}.` })
    .default(newBenefitColour),
})

/** Checks a how-it-works page's content and completes it from `page`. */
export const howItWorksContent = (page: HowItWorksContent) =>
  guardedContent<HowItWorksContent>({
    hero: section('Hero', page.hero, {}),
    steps: section('Steps', page.steps, { items: listOr('Steps', step, page.steps.items) }),
    benefits: section('Benefits', page.benefits, { items: listOr('Benefits', benefit, page.benefits.items) }),
    cta: ctaSection(page.cta),
  })

/** What the editor adds: the next number, and the icon Star. */
export function newStep(count: number): HowItWorksStep {
  return { step: String(count + 1), title: '', description: '', icon: 'Star' }
}
