import { defaultHome } from './default-home.ts'
import type { HomeContent, IconItem } from '../content/home-content.ts'
import type { FeatureIcon } from '../content/icons.ts'
import { materials, type Material, type MaterialSlug } from '../content/materials.ts'

type Details = {
  icon: FeatureIcon
  /** Guide price per m² in Ireland, for the same job as `pounds`. */
  euros: Material['pounds']
  lasts: string
  needs: string
  suits: string
}

/** By the material's slug. */
const details: Record<MaterialSlug, Details> = {
  'block-paving': {
    icon: 'Star',
    euros: [75, 125],
    lasts: '20 to 30 years; sunken spots can be lifted and relaid.',
    needs:
      'A firm edge all round, new joint sand every few years and the odd weeding. Permeable blocks drain by themselves.',
    suits: 'Most homes, and any drive with pipes or cables that may need digging up.',
  },
  tarmac: {
    icon: 'Clock',
    euros: [45, 80],
    lasts: '15 to 20 years, longer if it is resealed.',
    needs: 'Edging so that it does not crumble, a fall for rainwater, and fuel spills wiped up soon: they soften it.',
    suits: 'Long or large drives, and budgets that matter more than pattern.',
  },
  'resin-bound': {
    icon: 'CheckCircle',
    euros: [70, 120],
    lasts: '15 to 25 years with a UV-stable resin.',
    needs:
      'A sound, open base under it (most of its cost and its life), a dry day for laying, and a wash once or twice a year.',
    suits: 'Wheelchairs, prams and anyone tired of loose stones or weeds.',
  },
  gravel: {
    icon: 'TrendingDown',
    euros: [25, 55],
    lasts: 'As long as you top it up, usually every 3 to 5 years.',
    needs: 'A membrane, edging to keep it in, raking now and then. Plastic grids stop it moving under tyres.',
    suits: 'Level drives, country homes and tight budgets. Not steep slopes.',
  },
  concrete: {
    icon: 'Shield',
    euros: [60, 95],
    lasts: '25 to 40 years.',
    needs: 'Joints so that it cracks where it should, a week before cars go on it, and somewhere for rainwater to go.',
    suits: 'Heavy vehicles, garages, workshops and long life for the money.',
  },
  'imprinted-concrete': {
    icon: 'CheckCircle',
    euros: [75, 125],
    lasts: '20 to 25 years if the seal is kept up.',
    needs: 'A new coat of sealer every 3 to 5 years and drainage at the edge. Repairs are hard to hide.',
    suits: 'Larger drives where weeds between blocks would be a nuisance.',
  },
  'natural-stone': {
    icon: 'Award',
    euros: [110, 190],
    lasts: '40 years and more.',
    needs:
      'A bed made for cars rather than feet, pointing that is renewed in time, and stone rated for frost and traffic.',
    suits: 'Period homes and anyone who wants it done once.',
  },
  porcelain: {
    icon: 'Star',
    euros: [115, 200],
    lasts: '25 years and more.',
    needs:
      'Tiles at least 20–30 mm thick and rated for vehicles, a full bed of mortar, and a firm that has laid it before.',
    suits: 'Modern homes, short drives and paths that match a patio.',
  },
}

const range = ([low, high]: Material['pounds'], sign: string): string => `${sign}${low}–${sign}${high}`

function toFeature({ slug, name, pounds }: Material): IconItem {
  const { icon, euros, lasts, needs, suits } = details[slug]
  const price = `${range(pounds, '£')} per m² (${range(euros, '€')} in Ireland)`
  const description = [`Costs: ${price}.`, `Lasts: ${lasts}`, `Needs: ${needs}`, `Suits: ${suits}`].join('\n')
  return { icon, title: name, description }
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
    items: materials.map(toFeature),
    testimonials: [],
  },
  cta: {
    ...defaultHome.cta,
    title: 'Still between two surfaces?',
    subtitle: 'Choose “Not sure yet” in the form and ask each firm what it would lay, and why.',
  },
}
