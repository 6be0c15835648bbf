import { defaultAbout } from '../default-about.ts'
import type { AboutContent } from '../../content/about-content.ts'

/** An about page of a site for house extensions. */
export const extensionsAbout: AboutContent = {
  ...defaultAbout,
  mission: {
    ...defaultAbout.mission,
    description:
      'An extension is the largest job most people ever order, and one of the easiest to overpay for. Prices are hard to look up, builders describe the same work in different words, and the cheapest quote is often the one that left out the steel. We help homeowners in the UK and Ireland compare like with like, without handing their phone number to half the county.',
  },
  values: {
    ...defaultAbout.values,
    items: defaultAbout.values.items.map((item) =>
      item.title === 'Local first'
        ? {
            ...item,
            description:
              'We match by postcode district or Eircode area, because a builder nearby can look at the house before quoting and will be there every day.',
          }
        : item,
    ),
  },
  story: {
    ...defaultAbout.story,
    paragraphs: [
      'Ask three neighbours what their extension cost and you will hear three numbers with nothing in common. One had the drain moved, one had a kitchen in the price, one was simply charged more. None of them could have known beforehand.',
      ...defaultAbout.story.paragraphs.slice(1, 2),
      'So we turned it round. You describe the job once, in the words a builder needs. The job goes out, not your phone number. Each firm decides whether it suits them, and no more than {firms} can ever take it up. When you have heard enough, you say so and it stops.',
    ],
  },
  cta: { ...defaultAbout.cta, title: 'Tell us about your extension' },
}
