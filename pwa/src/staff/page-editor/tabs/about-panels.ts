import type { AboutContent } from '@kerbside/schema/pages/content/about-content'
import { panelsOf } from './panel.tsx'
import { ctaGroups, iconItems, pageHeroGroups, titleAndDescription } from './shared-groups.ts'

const panel = panelsOf<AboutContent>()

export const AboutHeroPanel = panel('hero', pageHeroGroups)

export const MissionPanel = panel('mission', {
  Text: [
    { line: 'title', label: 'Title' },
    { paragraph: 'description', label: 'Description', rows: 3 },
  ],
  Stats: [
    {
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
  ],
})

export const ValuesPanel = panel('values', {
  Heading: [{ line: 'title', label: 'Title' }],
  Items: [
    {
      items: 'items',
      ...iconItems('page'),
      entry: 'value',
      create: () => ({ icon: 'Star', title: '', description: '' }),
    },
  ],
})

export const StoryPanel = panel('story', {
  Story: [
    { line: 'title', label: 'Title' },
    { lines: 'paragraphs', label: 'Paragraphs', entry: 'paragraph', multiline: true },
  ],
})

export const CommitmentPanel = panel('commitment', {
  Heading: [{ line: 'title', label: 'Title' }],
  Items: [
    {
      items: 'items',
      counted: true,
      entry: 'commitment',
      create: () => ({ title: '', description: '' }),
      summary: ({ title, description }) => ({ title, note: description }),
      fields: titleAndDescription,
    },
  ],
})

export const AboutCtaPanel = panel('cta', ctaGroups('Disclaimer (optional)'))
