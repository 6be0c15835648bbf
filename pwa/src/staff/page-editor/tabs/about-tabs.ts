import type { AboutContent } from '@kerbside/schema/pages/content/about-content'
import { ctaGroups, iconItems, pageHeroGroups, titleAndDescription } from './shared-groups.ts'
import { tabsOf } from './tab.tsx'

const tab = tabsOf<AboutContent>()

export const aboutTabs = [
  tab('Hero', { hero: pageHeroGroups }),
  tab('Mission', {
    mission: {
      Text: [
        { line: 'title', label: 'Title' },
        { paragraph: 'description', label: 'Description', rows: 3 },
      ],
      Stats: {
        items: 'stats',
        counted: true,
        entry: 'stat',
        create: () => ({ number: '', label: '' }),
        summary: ({ number, label }) => ({ title: `${number} ${label}` }),
        fields: [
          [
            { line: 'number', label: 'Number', help: 'As visitors read it: 1,200+ or 98%.' },
            { line: 'label', label: 'Label' },
          ],
        ],
      },
    },
  }),
  tab('Values', {
    values: {
      Heading: { line: 'title', label: 'Title' },
      Items: {
        items: 'items',
        ...iconItems('page'),
        entry: 'value',
        create: () => ({ icon: 'Star', title: '', description: '' }),
      },
    },
  }),
  tab('Story', {
    story: {
      Story: [
        { line: 'title', label: 'Title' },
        { lines: 'paragraphs', label: 'Paragraphs', entry: 'paragraph', multiline: true },
      ],
    },
  }),
  tab('Commitment', {
    commitment: {
      Heading: { line: 'title', label: 'Title' },
      Items: {
        items: 'items',
        counted: true,
        entry: 'commitment',
        create: () => ({ title: '', description: '' }),
        summary: ({ title, description }) => ({ title, note: description }),
        fields: titleAndDescription,
      },
    },
  }),
  tab('CTA', { cta: ctaGroups('Disclaimer (optional)') }),
]
