import { z } from 'zod'
import { completeContent } from './complete-content.ts'
import { figure, iconItem, line, listOr, paints, paragraph, section } from './content-fields.ts'
import { guarded } from './content-guard.ts'
import { ctaSection, type CtaContent } from './cta-content.ts'
import { defaultAbout } from '../defaults/default-about.ts'
import type { IconItem } from './home-content.ts'

export type PageHero = {
  title: string
  subtitle: string
  colors: Record<'background' | 'titleText' | 'subtitleText', string>
}

export type AboutContent = {
  hero: PageHero
  mission: { title: string; description: string; stats: { number: string; label: string }[] }
  values: { title: string; items: IconItem[] }
  story: { title: string; paragraphs: string[] }
  commitment: { title: string; items: { title: string; description: string }[] }
  cta: CtaContent
}

const about = defaultAbout

export const pageHeroSection = (fallback: PageHero) =>
  section(
    'Hero',
    {
      title: line('Hero title', fallback.title),
      subtitle: paragraph('Hero subtitle', fallback.subtitle),
      colors: paints('Hero', fallback.colors),
    },
    fallback,
  )

const mission = section(
  'Mission',
  {
    title: line('Mission title', about.mission.title),
    description: paragraph('Mission description', about.mission.description),
    stats: listOr(
      'Mission stats',
      z.looseObject({ number: figure('Stat number'), label: line('Stat label') }),
      about.mission.stats,
    ),
  },
  about.mission,
)

const values = section(
  'Values',
  {
    title: line('Values title', about.values.title),
    items: listOr('Values', iconItem('Value'), about.values.items),
  },
  about.values,
)

const story = section(
  'Story',
  {
    title: line('Story title', about.story.title),
    paragraphs: listOr('Story paragraphs', paragraph('Story paragraph'), about.story.paragraphs),
  },
  about.story,
)

const commitment = section(
  'Commitment',
  {
    title: line('Commitment title', about.commitment.title),
    items: listOr(
      'Commitments',
      z.looseObject({ title: line('Commitment title'), description: paragraph('Commitment description') }),
      about.commitment.items,
    ),
  },
  about.commitment,
)

/** An about page's content as it is saved: checked, completed with defaults, unknown keys kept. */
export const AboutContentInput: z.ZodType<AboutContent> = guarded(
  z.looseObject(
    { hero: pageHeroSection(about.hero), mission, values, story, commitment, cta: ctaSection(about.cta) },
    { error: 'Page content must be an object.' },
  ),
)

/** Stored about content of any age, fit to show; never throws. */
export function completeAbout(content: unknown): AboutContent {
  return completeContent(AboutContentInput, content, defaultAbout)
}
