import type { PageHero } from '@kerbside/schema/pages/content/about-content'
import type { CtaContent } from '@kerbside/schema/pages/content/content-fields'
import type { IconItem } from '@kerbside/schema/pages/content/home-content'
import type { IconList } from '../fields/choice-fields.tsx'
import type { GroupSpecs } from './tab.tsx'

export const titleAndSubtitle = [
  { line: 'title', label: 'Title' },
  { paragraph: 'subtitle', label: 'Subtitle' },
] as const

/** The call to action at the end of all three kinds of page. */
export const ctaGroups = (disclaimerLabel: string): GroupSpecs<CtaContent> => ({
  Text: [
    ...titleAndSubtitle,
    { line: 'buttonText', label: 'Button text', help: 'The button leads to the quote form.' },
    { paragraph: 'disclaimer', label: disclaimerLabel },
  ],
  Colours: {
    colours: 'colors',
    rows: [
      { name: 'background', label: 'Section background' },
      { name: 'titleText', label: 'Title text', on: 'background', size: 'large' },
      { name: 'subtitleText', label: 'Subtitle text', on: 'background', size: 'large' },
      { name: 'buttonBackground', label: 'Button background' },
      { name: 'buttonText', label: 'Button text', on: 'buttonBackground', size: 'large' },
      { name: 'disclaimerText', label: 'Disclaimer text', on: 'background' },
    ],
  },
})

/** The head of about and how-it-works pages. */
export const pageHeroGroups: GroupSpecs<PageHero> = {
  Text: titleAndSubtitle,
  Colours: {
    colours: 'colors',
    rows: [
      { name: 'background', label: 'Background' },
      { name: 'titleText', label: 'Title text', on: 'background', size: 'large' },
      { name: 'subtitleText', label: 'Subtitle text', on: 'background', size: 'large' },
    ],
  },
}

export const titleAndDescription = [
  { line: 'title', label: 'Title' },
  { paragraph: 'description', label: 'Description' },
] as const

/** What all lists of icon, title and description have in common. */
export const iconItems = (from: IconList) => ({
  counted: true as const,
  summary: ({ icon, title, description }: IconItem) => ({ title, note: description, icon }),
  empty: 'None yet, so visitors do not see this part.',
  fields: [[{ icon: 'icon', from }], ...titleAndDescription] as const,
})
