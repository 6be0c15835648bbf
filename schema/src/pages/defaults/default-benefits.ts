import { defaultHome } from './default-home.ts'
import type { HomeContent } from '../content/home-content.ts'

/** The built-in /benefits page: a home page that tells why comparing helps, and how to do it well. */
export const defaultBenefits: HomeContent = {
  ...defaultHome,
  hero: {
    ...defaultHome.hero,
    badge: 'Why compare',
    titleLine1: 'The same drive,',
    titleEmphasis: 'a very different bill',
    subtitle:
      'Quotes for one driveway can be far apart, and the reason is rarely greed. Seeing several shows you what each includes, and gives you the words to ask for what is missing.',
    subtitleEmphasis: '',
    bullets: [
      'Up to {firmsNumber} verified contractors, one description of the job',
      'See what each price includes, and what it leaves out',
      'A second quote is the best argument there is',
    ],
  },
  indexIntro: {
    heading: 'Where the difference comes from',
    paragraph:
      'About half of what a drive costs lies under it and is never seen again: digging out, taking the spoil away, stone for the base, edging, drainage. That is where quotes differ, and where a cheap one saves. Put three side by side and the gaps show: one has no edging, one leaves the drain to you, one has priced a base that is right for clay.\n\nComparing is not about squeezing the last pound out of a local firm. It is about paying for the right work, at a price that others would also charge, from people who told you clearly what they will do.',
    highlights: [
      'You learn what the job really involves before you commit',
      'You see an outlier, high or low, for what it is',
      'You find the firm that can start when you need it',
      'You have a fallback if the first choice lets you down',
    ],
  },
  features: {
    ...defaultHome.features,
    title: 'How to compare quotes well',
    subtitle: 'Eight questions to ask every firm, and what a good answer sounds like.',
    items: [
      {
        icon: 'Shield',
        title: 'How deep is the base?',
        description:
          'For cars, 150–200 mm of compacted stone is usual, more on soft or clay ground. A depth in writing is worth more than a brand name.',
      },
      {
        icon: 'MapPin',
        title: 'Where will the rain go?',
        description:
          'Through the surface, into a border, or to a soakaway. “Onto the road” is not an answer, and in England it may mean you need planning permission.',
      },
      {
        icon: 'CheckCircle',
        title: 'What about the edges?',
        description:
          'Blocks, tarmac and gravel all spread without a firm edge set in concrete. It is the first thing a thin quote leaves out.',
      },
      {
        icon: 'TrendingDown',
        title: 'Is that everything?',
        description:
          'Skips, spoil, drains, manhole covers, making good the wall, and VAT. Ask for one figure with the extras listed, so that you compare totals.',
      },
      {
        icon: 'Clock',
        title: 'When, and how long?',
        description:
          'A start date, the number of days, and how you get in and out meanwhile. Weather moves dates; silence should not.',
      },
      {
        icon: 'Award',
        title: 'What does the guarantee cover?',
        description:
          'Ask whether it covers sinking, not only the surface, who stands behind it, and have it in writing before you pay a deposit.',
      },
      {
        icon: 'Star',
        title: 'Which drives can I look at?',
        description:
          'Two addresses nearby, one of them a few winters old. A firm that is proud of its work will give you more.',
      },
      {
        icon: 'Users',
        title: 'How do I pay?',
        description:
          'A modest deposit, stages tied to work you can see, the rest when it is finished. Never everything up front, never cash for a discount.',
      },
    ],
  },
  cta: {
    ...defaultHome.cta,
    title: 'Put a few quotes side by side',
    subtitle: 'It is free, it takes two minutes, and nothing happens that you did not ask for.',
  },
}
