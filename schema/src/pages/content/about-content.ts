import { z } from 'zod'
import { figure, iconItem, line, listOr, paragraph, section, ctaSection, type CtaContent } from './content-fields.ts'
import { guardedContent } from './content-guard.ts'
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

/** Checks an about page's content and completes it from `about`. */
export const aboutContent = (about: AboutContent) =>
  guardedContent<AboutContent>({
    hero: section('Hero', about.hero, {}),
    mission: section('Mission', about.mission, {
      stats: listOr(
        'Mission stats',
        z.looseObject({ number: figure('Stat number'), label: line('Stat label') }),
        about.mission.stats,
      ),
    }),
    values: section('Values', about.values, { items: listOr('Values', iconItem('Value'), about.values.items) }),
    story: section('Story', about.story, {
      paragraphs: listOr('Story paragraphs', paragraph('Story paragraph'), about.story.paragraphs),
    }),
    commitment: section('Commitment', about.commitment, {
      items: listOr(
        'Commitments',
        z.looseObject({ title: line('Commitment title'), description: paragraph('Commitment description') }),
        about.commitment.items,
      ),
    }),
    cta: ctaSection(about.cta),
  })
