import { z } from 'zod'
import { pageHeroSection, type PageHero } from './about-content.ts'
import { completeContent } from './complete-content.ts'
import { figure, icon, iconItem, line, listOr, paragraph, section } from './content-fields.ts'
import { guarded } from './content-guard.ts'
import { ctaSection, type CtaContent } from './cta-content.ts'
import { defaultHowItWorks } from '../defaults/default-how-it-works.ts'
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

const page = defaultHowItWorks

const steps = section(
  'Steps',
  {
    title: line('Steps title', page.steps.title),
    items: listOr(
      'Steps',
      z.looseObject({
        step: figure('Step number'),
        title: line('Step title'),
        description: paragraph('Step description'),
        icon: icon('Step icon'),
      }),
      page.steps.items,
    ),
  },
  page.steps,
)

const benefit = iconItem('Benefit').extend({
  color: z
    .enum(benefitColours, { error: `Benefit colour must be one of ${benefitColours.join(', ')}.` })
    .default(newBenefitColour),
})

const benefits = section(
  'Benefits',
  {
    title: line('Benefits title', page.benefits.title),
    items: listOr('Benefits', benefit, page.benefits.items),
  },
  page.benefits,
)

/** A how-it-works page's content as it is saved: checked, completed with defaults, unknown keys kept. */
export const HowItWorksContentInput: z.ZodType<HowItWorksContent> = guarded(
  z.looseObject(
    { hero: pageHeroSection(page.hero), steps, benefits, cta: ctaSection(page.cta) },
    { error: 'Page content must be an object.' },
  ),
)

/** Stored how-it-works content of any age, fit to show; never throws. */
export function completeHowItWorks(content: unknown): HowItWorksContent {
  return completeContent(HowItWorksContentInput, content, defaultHowItWorks)
}

/** What the editor adds: the next number, and the icon Star. */
export function newStep(count: number): HowItWorksStep {
  return { step: String(count + 1), title: '', description: '', icon: 'Star' }
}
