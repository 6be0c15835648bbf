import { brand } from '../../brand.ts'
import type { AboutContent } from '../content/about-content.ts'
import { defaultHome } from './default-home.ts'

/** The built-in about page. */
export const defaultAbout: AboutContent = {
  hero: {
    title: 'Fair quotes start with a fair question',
    subtitle:
      'We put one clear description of your job in front of local firms, and you in charge of what happens next.',
    colors: {
      background: `linear-gradient(to right, ${brand.green}, #059669)`,
      titleText: brand.ground,
      subtitleText: brand.ground,
    },
  },
  mission: {
    title: 'What we are here for',
    description:
      'A driveway is one of the largest jobs most people ever order, and one of the easiest to overpay for. Prices are hard to look up, firms describe the same work in different words, and the cheapest quote is often the one that left out the base. We help homeowners in the UK and Ireland compare like with like, without handing their phone number to half the county.',
    stats: [
      { number: '{firmsNumber} firms', label: 'at most for one request' },
      { number: '{hours} hours', label: 'in which we aim to have a first answer for you' },
      { number: '{answeredInTime}', label: 'of requests of the past 90 days were answered within {hours} hours' },
      { number: '£0', label: 'what it costs a homeowner, whatever you decide' },
    ],
  },
  values: {
    title: 'How we work',
    items: [
      {
        icon: 'Eye',
        title: 'Open about who knows what',
        description:
          'We email you the name of every firm that gets your details, when it gets them. No firm is added behind your back.',
      },
      {
        icon: 'Shield',
        title: 'Careful with your details',
        description:
          'Firms read about the job and the area first. Name, phone and email are released only to a firm that takes the job up.',
      },
      {
        icon: 'MapPin',
        title: 'Local first',
        description:
          'We match by postcode district or Eircode area, because a firm down the road can look at the drive before it quotes.',
      },
      {
        icon: 'MessageSquare',
        title: 'Plain words',
        description: 'Prices with what they include, rules with where they come from, and no countdown clocks.',
      },
    ],
  },
  story: {
    title: 'Why this exists',
    paragraphs: [
      'Ask three neighbours what their drive cost and you will hear three numbers with nothing in common. One had the old concrete taken away, one had a soakaway dug, one was simply charged more. None of them could have known beforehand.',
      'The usual comparison sites do not help much. Your details go to anyone who pays, the phone rings for a week, and nobody can tell you who still has your number.',
      'So we turned it round. You describe the job once, in the words a paving firm needs. The job goes out, not your phone number. Each firm decides whether it suits them, and no more than {firms} can ever take it up. When you have heard enough, you say so and it stops.',
    ],
  },
  commitment: {
    title: 'What you can hold us to',
    items: [
      {
        title: '{Firms} firms, never {nextFirm}',
        description:
          'The limit is built into how requests are handed out. If one firm declines, the next may be asked; more than {firms} never hold your details.',
      },
      {
        title: 'No selling on',
        description:
          'Your request is used to get you quotes for this job. It is not passed to insurers, lenders or lists.',
      },
      {
        title: 'Enough means enough',
        description:
          'Open the link in our emails and press stop: we offer your job to nobody else, and ask the firms that have your details to leave it there.',
      },
      {
        title: 'Yours to see, correct and erase',
        description:
          'Ask us what we hold, have it put right or erased: the link in our emails, or a reply to one, is enough. No account, no forms in the post.',
      },
    ],
  },
  cta: {
    ...defaultHome.cta,
    title: 'Tell us about your drive',
    subtitle: 'One short form, and up to {firms} local firms that would like the job.',
  },
}
