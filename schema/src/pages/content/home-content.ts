import { z } from 'zod'
import { completeContent } from './complete-content.ts'
import {
  iconItem,
  image,
  imageAddress,
  line,
  link,
  list,
  listOr,
  overlay,
  paints,
  paragraph,
  rating,
  section,
  wholeNumber,
  contentLimits,
} from './content-fields.ts'
import { guarded } from './content-guard.ts'
import { ctaSection, type CtaContent } from './cta-content.ts'
import { defaultHome, editorNavLinks } from '../defaults/default-home.ts'
import { quoteFormSection, type QuoteFormContent } from './form-content.ts'
import { backgroundTypes, homeSections, type BackgroundType, type HomeSection } from './home-page.ts'
import type { ContentIcon } from './icons.ts'
import type { ImageRef } from '../link.ts'

export type NavLink = { label: string; path: string }
export type IconItem = { icon: ContentIcon; title: string; description: string }
export type Testimonial = { name: string; role: string; quote: string; rating: number }
export type PortfolioJob = { location: string; images: ImageRef[] }

export type HomeContent = {
  header: {
    logoText: string
    tagline: string
    phone: string
    navLinks: NavLink[]
    colors: Record<'background' | 'text' | 'logoBackground' | 'logoIcon' | 'linkText' | 'linkActiveText', string>
  }
  bannerText: string
  bannerColors: { background: string; text: string }
  hero: {
    badge: string
    titleLine1: string
    titleEmphasis: string
    subtitle: string
    subtitleEmphasis: string
    bullets: string[]
    statCount: number
    statLabel: string
    backgroundType: BackgroundType
    backgroundImage: string
    backgroundOverlay: string
    colors: Record<
      | 'background'
      | 'badgeBackground'
      | 'badgeText'
      | 'titleText'
      | 'emphasisText'
      | 'subtitleText'
      | 'subtitleEmphasisText'
      | 'bulletText'
      | 'statText',
      string
    >
  }
  indexIntro: { heading: string; paragraph: string; highlights: string[] }
  quoteForm: QuoteFormContent
  features: {
    title: string
    subtitle: string
    items: IconItem[]
    testimonials: Testimonial[]
    trustLogos: string[]
  }
  portfolio: { title: string; subtitle: string; jobs: PortfolioJob[] }
  cta: CtaContent
  sectionVisibility: Record<HomeSection, boolean>
}

const home = defaultHome

// A header without links gets the links that the editor starts a header with.
const navLinks = list(
  'Navigation',
  z.looseObject({ label: line('Link label', 'New Link'), path: link('Link path', '/') }),
  contentLimits.navLinks,
)
  .default([])
  .transform((links) => (links.length === 0 ? structuredClone(editorNavLinks) : links))

const header = section(
  'Header',
  {
    logoText: line('Logo text', home.header.logoText),
    tagline: line('Tagline', home.header.tagline),
    phone: line('Phone', home.header.phone),
    navLinks,
    colors: paints('Header', home.header.colors),
  },
  home.header,
)

const hero = section(
  'Hero',
  {
    badge: line('Hero badge', home.hero.badge),
    titleLine1: line('Hero title line 1', home.hero.titleLine1),
    titleEmphasis: line('Hero title emphasis', home.hero.titleEmphasis),
    subtitle: paragraph('Hero subtitle', home.hero.subtitle),
    subtitleEmphasis: line('Hero subtitle emphasis', home.hero.subtitleEmphasis),
    bullets: listOr('Hero bullets', line('Hero bullet'), home.hero.bullets),
    statCount: wholeNumber,
    statLabel: line('Hero stat label', home.hero.statLabel),
    backgroundType: z
      .enum(backgroundTypes, { error: 'Background type must be color, image or image-overlay.' })
      .default('color'),
    backgroundImage: imageAddress('Hero background image'),
    backgroundOverlay: overlay('Hero overlay', home.hero.backgroundOverlay),
    colors: paints('Hero', home.hero.colors),
  },
  home.hero,
)

const features = section(
  'Features',
  {
    title: line('Features title', home.features.title),
    subtitle: paragraph('Features subtitle', home.features.subtitle),
    items: listOr('Features', iconItem('Feature'), home.features.items),
    testimonials: listOr(
      'Testimonials',
      z.looseObject({
        name: line('Testimonial name'),
        role: line('Testimonial role'),
        quote: paragraph('Testimonial quote'),
        rating,
      }),
      home.features.testimonials,
    ),
    trustLogos: listOr('Trust logos', line('Trust logo'), home.features.trustLogos),
  },
  home.features,
)

const portfolio = section(
  'Portfolio',
  {
    title: line('Portfolio title', home.portfolio.title),
    subtitle: paragraph('Portfolio subtitle', home.portfolio.subtitle),
    jobs: listOr(
      'Portfolio jobs',
      z.looseObject({
        location: line('Job location'),
        images: list('Job images', image('Job image'), contentLimits.images).default([]),
      }),
      home.portfolio.jobs,
    ),
  },
  home.portfolio,
)

const indexIntro = section(
  'Intro',
  {
    heading: line('Intro heading', home.indexIntro.heading),
    paragraph: paragraph('Intro paragraph', home.indexIntro.paragraph),
    highlights: listOr('Intro highlights', line('Intro highlight'), home.indexIntro.highlights),
  },
  home.indexIntro,
)

const shown = z.boolean({ error: 'Visibility must be true or false.' }).default(true)
const visibility = Object.fromEntries(homeSections.map((name) => [name, shown])) as Record<HomeSection, typeof shown>

/** A home page's content as it is saved: checked, completed with defaults, unknown keys kept. */
export const HomeContentInput: z.ZodType<HomeContent> = guarded(
  z.looseObject(
    {
      header,
      bannerText: line('Banner text', home.bannerText),
      bannerColors: paints('Banner', home.bannerColors),
      hero,
      indexIntro,
      quoteForm: quoteFormSection(home.quoteForm),
      features,
      portfolio,
      cta: ctaSection(home.cta),
      sectionVisibility: section('Visibility', visibility, home.sectionVisibility),
    },
    { error: 'Page content must be an object.' },
  ),
)

/** Stored home content of any age, fit to show; never throws. */
export function completeHome(content: unknown): HomeContent {
  return completeContent(HomeContentInput, content, defaultHome)
}
