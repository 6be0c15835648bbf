import { defaultHome } from './default-home.ts'
import type { HomeContent } from './home-content.ts'
import type { FeatureIcon } from './icons.ts'
import { materials, priceOf } from './materials.ts'

const icons: Record<string, FeatureIcon> = {
  'block-paving': 'Star',
  tarmac: 'Clock',
  'resin-bound': 'CheckCircle',
  gravel: 'TrendingDown',
  concrete: 'Shield',
  'imprinted-concrete': 'CheckCircle',
  'natural-stone': 'Award',
  porcelain: 'Star',
}

/** The built-in /materials page: a home page that tells what each of the eight surfaces costs, lasts and needs. */
export const defaultMaterials: HomeContent = {
  ...defaultHome,
  hero: {
    ...defaultHome.hero,
    badge: 'Guide prices per square metre, laid',
    titleLine1: 'Eight driveway surfaces,',
    titleEmphasis: 'honestly compared',
    subtitle:
      'What each one costs, how long it lasts and what it will ask of you afterwards, so that you know what to put in the form and what to ask the firms.',
    subtitleEmphasis: '',
    bullets: [
      'Prices include digging out and a new base',
      'Two cars side by side need about 35 m²',
      'The base decides how long any surface lasts',
    ],
  },
  indexIntro: {
    heading: 'Start with the rain, then the budget',
    paragraph:
      'In England, paving more than 5 m² of a front garden needs planning permission if water cannot get through it, unless the rain drains to a lawn, a border or a soakaway. Gravel, resin bound on an open base and permeable block paving need no permission. Scotland, Wales, Northern Ireland and Ireland have rules of their own, so ask your council before you sign. And wherever you live, a new dropped kerb needs the council’s consent.\n\nThe prices below are what straightforward jobs of 40 to 60 m² commonly cost, laid, with the old surface dug out and a new base. Slopes, poor access, drainage and small areas add to them; a sound existing base takes from them. Only a quote for your own drive is a price.',
    highlights: [
      'Lowest price: gravel, then tarmac',
      'Least upkeep: concrete and porcelain',
      'Longest life: natural stone',
      'Easiest to repair unseen: block paving',
      'Lets rain through: gravel, resin bound on an open base, permeable blocks',
      'Best underfoot for wheels: resin bound and tarmac',
    ],
  },
  features: {
    ...defaultHome.features,
    title: 'What each surface costs, lasts and needs',
    subtitle: 'Guide prices per m², laid on a new base. Your own quotes will differ, and should say why.',
    items: materials.map((material) => ({
      icon: icons[material.slug] ?? 'Star',
      title: material.name,
      description: [
        `Costs: ${priceOf(material)}.`,
        `Lasts: ${material.lasts}`,
        `Needs: ${material.needs}`,
        `Suits: ${material.suits}`,
      ].join('\n'),
    })),
    testimonials: [],
  },
  cta: {
    ...defaultHome.cta,
    title: 'Still between two surfaces?',
    subtitle: 'Choose “Not sure yet” in the form and ask each firm what it would lay, and why.',
  },
}
