import { z } from 'zod'
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
  wholeNumberField,
  contentLimits,
  ctaSection,
  type CtaContent,
} from './content-fields.ts'
import { guardedContent } from './content-guard.ts'
import { quoteFormSection, type QuoteFormContent } from './form-content.ts'
import {
  backgroundTypes,
  editorNavLinks,
  homeSections,
  newNavLink,
  type BackgroundType,
  type HomeSection,
  type NavLink,
} from './home-page.ts'
import type { ContentIcon } from './icons.ts'
import type { ImageRef } from '../link.ts'

export type IconItem = { icon: ContentIcon; title: string; description: string }
export type Testimonial = { name: string; role: string; quote: string; rating: number }
export type PortfolioJob = { location: string; images: ImageRef[] }

// oxfmt-ignore
type HeroColour =
  | 'background' | 'badgeBackground' | 'badgeText' | 'titleText' | 'emphasisText' | 'subtitleText'
  | 'subtitleEmphasisText' | 'bulletText' | 'statText'

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
    colors: Record<HeroColour, string>
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

// A header without links gets the links that the editor starts a header with.
const navLinks = list(
  'Navigation',
  z.looseObject({ label: line('Link label', newNavLink.label), path: link('Link path', newNavLink.path) }),
  contentLimits.navLinks,
)
  .default([])
  .transform((links) => (links.length === 0 ? structuredClone(editorNavLinks) : links))

const backgroundType = z
  .enum(backgroundTypes, { error: 'Background type must be color, image or image-overlay.' })
  .default('color')

const testimonial = z.looseObject({
  name: line('Testimonial name'),
  role: line('Testimonial role'),
  quote: paragraph('Testimonial quote'),
  rating,
})

const portfolioJob = z.looseObject({
  location: line('Job location'),
  images: list('Job images', image('Job image'), contentLimits.images).default([]),
})

const shown = z.boolean({ error: 'Visibility must be true or false.' }).default(true)
const visibility = Object.fromEntries(homeSections.map((name) => [name, shown])) as Record<HomeSection, typeof shown>

/** Checks a home page's content and completes it from `home`. */
export const homeContent = ({ header, hero, indexIntro, features, portfolio, ...home }: HomeContent) =>
  guardedContent<HomeContent>({
    header: section('Header', header, { navLinks }, ''),
    bannerText: line('Banner text', home.bannerText),
    bannerColors: paints('Banner', home.bannerColors),
    hero: section('Hero', hero, {
      bullets: listOr('Hero bullets', line('Hero bullet'), hero.bullets),
      statCount: wholeNumberField,
      backgroundType,
      backgroundImage: imageAddress('Hero background image'),
      backgroundOverlay: overlay('Hero overlay', hero.backgroundOverlay),
    }),
    indexIntro: section('Intro', indexIntro, {
      highlights: listOr('Intro highlights', line('Intro highlight'), indexIntro.highlights),
    }),
    quoteForm: quoteFormSection(home.quoteForm),
    features: section('Features', features, {
      items: listOr('Features', iconItem('Feature'), features.items),
      testimonials: listOr('Testimonials', testimonial, features.testimonials),
      trustLogos: listOr('Trust logos', line('Trust logo'), features.trustLogos),
    }),
    portfolio: section('Portfolio', portfolio, { jobs: listOr('Portfolio jobs', portfolioJob, portfolio.jobs) }),
    cta: ctaSection(home.cta),
    sectionVisibility: section('Visibility', home.sectionVisibility, visibility),
  })
