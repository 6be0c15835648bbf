import { tradeLabels, trades } from '@kerbside/schema/contractors/contractor'
import {
  contentLimits,
  newTestimonialRating,
  rating,
  wholeNumberField,
} from '@kerbside/schema/pages/content/content-fields'
import type { QuoteFormContent } from '@kerbside/schema/pages/content/form-content'
import type { HomeContent } from '@kerbside/schema/pages/content/home-content'
import { homeSections, isVisible, newNavLink, type HomeSection } from '@kerbside/schema/pages/content/home-page'
import { newFeatureIcon } from '@kerbside/schema/pages/content/icons'
import { Stack } from '@mui/material'
import { SwitchField } from '../fields/choice-fields.tsx'
import type { ColourRow } from '../fields/colour-fields.tsx'
import { at, type Cursor } from '../fields/cursor.ts'
import { Columns } from '../fields/group.tsx'
import { LineField } from '../fields/text-fields.tsx'
import { FormBuilder } from '../form-builder/form-builder.tsx'
import { formTexts, withText } from '../form-builder/form-changes.ts'
import { HeroBackground, heroGround } from './hero-background.tsx'
import { PortfolioJobs } from './portfolio-jobs.tsx'
import { ctaGroups, iconItems, titleAndSubtitle } from './shared-groups.ts'
import { tabsOf } from './tab.tsx'

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

const formLabels = [
  ['label', 'firstName', 'First name label'],
  ['label', 'lastName', 'Last name label'],
  ['label', 'email', 'Email label'],
  ['label', 'submitText', 'Submit text'],
  ['label', 'submittingText', 'Submitting text'],
  ['placeholder', 'firstName', 'First name placeholder'],
  ['placeholder', 'lastName', 'Last name placeholder'],
  ['placeholder', 'email', 'Email placeholder'],
  ['placeholder', 'mobile', 'Mobile placeholder'],
  ['placeholder', 'additionalInfo', 'Additional information placeholder'],
] as const

/** Labels and placeholders that the form has beside its fields. A change here changes the field in the builder too. */
function FormTexts({ form }: { form: Cursor<QuoteFormContent> }) {
  return (
    <Columns>
      {formLabels.map(([kind, key, label]) => {
        const read = (now: QuoteFormContent) => (formTexts(now)[`${kind}s`] as Record<string, string>)[key] ?? ''
        const field: Cursor<string> = {
          ...form,
          path: `${form.path}.${kind}s.${key}`,
          value: read(form.value),
          update: (change) => form.update((now) => withText(now, kind, key, change(read(now)))),
        }
        return <LineField key={label} field={field} label={label} />
      })}
    </Columns>
  )
}

const tradeChoices = trades.map((value) => ({ value, label: tradeLabels[value] }))

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

const tab = tabsOf<HomeContent>()

export const homeTabs = [
  tab('Header', {
    header: {
      Logo: [
        { line: 'logoText', label: 'Logo text' },
        { line: 'tagline', label: 'Tagline' },
        { line: 'phone', label: 'Phone number', type: 'tel', help: 'Empty: no phone number is shown.' },
      ],
      'Navigation links': {
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
      Colours: {
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
    },
  }),
  tab(
    'Banner',
    {
      '': {
        Text: { line: 'bannerText', label: 'Banner text', help: 'Empty: no banner is shown.' },
        Colours: {
          colours: 'bannerColors',
          rows: [
            { name: 'background', label: 'Background' },
            { name: 'text', label: 'Text', on: 'background' },
          ],
        },
      },
    },
    ['bannerText', 'bannerColors'],
  ),
  tab('Hero', {
    hero: {
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
          { number: 'statCount', label: 'Stat count', read: (text) => wholeNumberField.parse(text) },
          { line: 'statLabel', label: 'Stat label', help: 'Empty: no figure is shown.' },
        ],
      ],
      Background: {
        custom: (hero) => <HeroBackground hero={hero} />,
        edits: ['backgroundType', 'backgroundImage', 'backgroundOverlay', 'colors.background'],
      },
      'Text colours': { colours: 'colors', rows: heroColours },
    },
  }),
  tab('Intro & Form', {
    indexIntro: {
      Intro: [
        { line: 'heading', label: 'Intro heading' },
        { paragraph: 'paragraph', label: 'Paragraph', rows: 3 },
        { lines: 'highlights', label: 'Highlights', entry: 'highlight' },
      ],
    },
    quoteForm: {
      'Quote form card': [
        { line: 'cardTitle', label: 'Card title' },
        { paragraph: 'cardSubtitle', label: 'Card subtitle' },
        { choice: 'trade', label: 'Trade of the firms that get its leads', choices: tradeChoices },
        { line: 'urgencyBanner', label: 'Urgency banner', help: 'Empty: no banner is shown.' },
        { lines: 'trustIndicators', label: 'Trust indicators', entry: 'trust indicator' },
      ],
      'Labels and placeholders': { custom: (form) => <FormTexts form={form} />, edits: ['labels', 'placeholders'] },
      'Field builder': {
        custom: (form) => <FormBuilder field={form} />,
        edits: ['fields', 'layout'],
        note: ({ fields }) => `${fields.length} fields`,
      },
    },
  }),
  tab('Features', {
    features: {
      Heading: titleAndSubtitle,
      'Feature items': {
        items: 'items',
        ...iconItems('feature'),
        entry: 'feature',
        create: () => ({ icon: newFeatureIcon, title: '', description: '' }),
      },
      Testimonials: {
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
      'Trust logos/badges': {
        lines: 'trustLogos',
        counted: true,
        label: 'Trust logos/badges',
        entry: 'badge',
        titled: true,
      },
    },
  }),
  tab('Portfolio', {
    portfolio: {
      Heading: titleAndSubtitle,
      Jobs: {
        custom: (portfolio) => <PortfolioJobs field={at(portfolio, 'jobs')} />,
        edits: ['jobs'],
        note: ({ jobs }) => String(jobs.length),
      },
    },
  }),
  tab('CTA', { cta: ctaGroups('Disclaimer') }),
  // A section is visible unless its value is explicitly false, so anything else shows as on.
  tab('Visibility', {
    sectionVisibility: {
      'Sections of the page': {
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
    },
  }),
]
