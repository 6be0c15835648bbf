import { contentLimits, newTestimonialRating, rating, wholeNumber } from '@kerbside/schema/pages/content/content-fields'
import type { HomeContent } from '@kerbside/schema/pages/content/home-content'
import { homeSections, isVisible, newNavLink, type HomeSection } from '@kerbside/schema/pages/content/home-page'
import { newFeatureIcon } from '@kerbside/schema/pages/content/icons'
import { Stack } from '@mui/material'
import { SwitchField } from '../fields/choice-fields.tsx'
import type { ColourRow } from '../fields/colour-fields.tsx'
import { at, rootOf, type EditorPanelProps } from '../fields/cursor.ts'
import { Groups } from '../fields/group.tsx'
import { FormBuilder } from '../form-builder/form-builder.tsx'
import { FormTexts } from './form-texts.tsx'
import { HeroBackground, heroGround } from './hero-background.tsx'
import { PortfolioJobs } from './portfolio-jobs.tsx'
import { panelsOf, SectionGroups, type GroupSpecs } from './panel.tsx'
import { ctaGroups, iconItems } from './shared-groups.ts'

const panel = panelsOf<HomeContent>()

export const HeaderPanel = panel('header', {
  Logo: [
    { line: 'logoText', label: 'Logo text' },
    { line: 'tagline', label: 'Tagline' },
    { line: 'phone', label: 'Phone number', type: 'tel', help: 'Empty: no phone number is shown.' },
  ],
  'Navigation links': [
    {
      items: 'navLinks',
      entry: 'link',
      max: contentLimits.navLinks,
      create: () => ({ ...newNavLink }),
      summary: ({ label, path }) => ({ title: label, note: path }),
      fields: [
        [
          { line: 'label', label: 'Label' },
          { line: 'path', label: 'Path', help: 'A page like /about, or # for the quote form.' },
        ],
      ],
    },
  ],
  Colours: [
    {
      colours: 'colors',
      rows: [
        { name: 'background', label: 'Background' },
        { name: 'text', label: 'Text', on: 'background' },
        { name: 'logoBackground', label: 'Logo background' },
        { name: 'logoIcon', label: 'Logo icon', on: 'logoBackground', size: 'large' },
        { name: 'linkText', label: 'Link text', on: 'background' },
        { name: 'linkActiveText', label: 'Link active text', on: 'background' },
      ],
    },
  ],
})

const banner: GroupSpecs<HomeContent> = {
  Text: [{ line: 'bannerText', label: 'Banner text', help: 'Empty: no banner is shown.' }],
  Colours: [
    {
      colours: 'bannerColors',
      rows: [
        { name: 'background', label: 'Background' },
        { name: 'text', label: 'Text', on: 'background' },
      ],
    },
  ],
}

export function BannerPanel(props: EditorPanelProps<HomeContent>) {
  return (
    <Groups>
      <SectionGroups field={rootOf(props)} groups={banner} />
    </Groups>
  )
}

type Hero = HomeContent['hero']

/** The background's colour stands with the background; the badge has one of its own. */
const heroColours = (hero: Hero): ColourRow<keyof Hero['colors']>[] => {
  const ground = heroGround(hero)
  return [
    { name: 'badgeBackground', label: 'Badge background' },
    { name: 'badgeText', label: 'Badge text', on: 'badgeBackground' },
    { name: 'titleText', label: 'Title text', size: 'large', ground },
    { name: 'emphasisText', label: 'Title emphasis text', size: 'large', ground },
    { name: 'subtitleText', label: 'Subtitle text', ground },
    { name: 'subtitleEmphasisText', label: 'Subtitle emphasis text', ground },
    { name: 'bulletText', label: 'Bullet text', ground },
    { name: 'statText', label: 'Stat text', ground },
  ]
}

export const HeroPanel = panel('hero', {
  Text: [
    { line: 'badge', label: 'Badge text', help: 'Empty: no badge is shown.' },
    [
      { line: 'titleLine1', label: 'Title line 1' },
      { line: 'titleEmphasis', label: 'Title emphasis' },
    ],
    { paragraph: 'subtitle', label: 'Subtitle' },
    { line: 'subtitleEmphasis', label: 'Subtitle emphasis (optional)' },
  ],
  'Bullets and figure': [
    { lines: 'bullets', label: 'Bullets', entry: 'bullet' },
    [
      { number: 'statCount', label: 'Stat count', read: (text) => wholeNumber.parse(text) },
      { line: 'statLabel', label: 'Stat label', help: 'Empty: no figure is shown.' },
    ],
  ],
  Background: [
    {
      custom: (hero) => <HeroBackground hero={hero} />,
      edits: ['backgroundType', 'backgroundImage', 'backgroundOverlay', 'colors.background'],
    },
  ],
  'Text colours': [{ colours: 'colors', rows: heroColours }],
})

const intro: GroupSpecs<HomeContent['indexIntro']> = {
  Intro: [
    { line: 'heading', label: 'Intro heading' },
    { paragraph: 'paragraph', label: 'Paragraph', rows: 3 },
    { lines: 'highlights', label: 'Highlights', entry: 'highlight' },
  ],
}
const quoteForm: GroupSpecs<HomeContent['quoteForm']> = {
  'Quote form card': [
    { line: 'cardTitle', label: 'Card title' },
    { paragraph: 'cardSubtitle', label: 'Card subtitle' },
    { line: 'urgencyBanner', label: 'Urgency banner', help: 'Empty: no banner is shown.' },
    { lines: 'trustIndicators', label: 'Trust indicators', entry: 'trust indicator' },
  ],
  'Labels and placeholders': [{ custom: (form) => <FormTexts form={form} />, edits: ['labels', 'placeholders'] }],
  'Field builder': [
    {
      custom: (form) => <FormBuilder field={form} />,
      edits: ['fields', 'layout'],
      note: ({ fields }) => `${fields.length} fields`,
    },
  ],
}

export function IntroFormPanel(props: EditorPanelProps<HomeContent>) {
  const home = rootOf(props)
  return (
    <Groups>
      <SectionGroups field={at(home, 'indexIntro')} groups={intro} />
      <SectionGroups field={at(home, 'quoteForm')} groups={quoteForm} />
    </Groups>
  )
}

export const FeaturesPanel = panel('features', {
  Heading: [
    { line: 'title', label: 'Title' },
    { paragraph: 'subtitle', label: 'Subtitle' },
  ],
  'Feature items': [
    {
      items: 'items',
      ...iconItems('feature'),
      entry: 'feature',
      create: () => ({ icon: newFeatureIcon, title: '', description: '' }),
    },
  ],
  Testimonials: [
    {
      items: 'testimonials',
      counted: true,
      entry: 'testimonial',
      create: () => ({ name: '', role: '', quote: '', rating: newTestimonialRating }),
      summary: ({ name, quote, rating }) => ({ title: name, note: `${rating} of 5 stars · ${quote}` }),
      fields: [
        [
          { line: 'name', label: 'Name' },
          { line: 'role', label: 'Role' },
        ],
        { paragraph: 'quote', label: 'Quote' },
        [{ number: 'rating', label: 'Rating', help: '1 to 5 stars', read: (text) => rating.parse(text) }],
      ],
    },
  ],
  'Trust logos/badges': [
    { lines: 'trustLogos', counted: true, label: 'Trust logos/badges', entry: 'badge', titled: true },
  ],
})

export const PortfolioPanel = panel('portfolio', {
  Heading: [
    { line: 'title', label: 'Title' },
    { paragraph: 'subtitle', label: 'Subtitle' },
  ],
  Jobs: [
    {
      custom: (portfolio) => <PortfolioJobs field={at(portfolio, 'jobs')} />,
      edits: ['jobs'],
      note: ({ jobs }) => String(jobs.length),
    },
  ],
})

export const HomeCtaPanel = panel('cta', ctaGroups('Disclaimer'))

const sectionLabels: Record<HomeSection, string> = {
  header: 'Header',
  banner: 'Banner',
  hero: 'Hero',
  indexIntro: 'Intro Section',
  quoteForm: 'Quote Form',
  features: 'Features',
  portfolio: 'Portfolio',
  cta: 'CTA',
}

/** A section is visible unless its value is explicitly false, so anything else shows as on. */
export const VisibilityPanel = panel('sectionVisibility', {
  'Sections of the page': [
    {
      custom: (visibility) => (
        <Stack>
          {homeSections.map((section) => (
            <SwitchField
              key={section}
              field={{ ...at(visibility, section), value: isVisible(visibility.value, section) }}
              label={sectionLabels[section]}
            />
          ))}
        </Stack>
      ),
      edits: homeSections,
    },
  ],
})
