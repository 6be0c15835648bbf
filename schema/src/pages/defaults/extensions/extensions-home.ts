import { layoutOf } from '../../../quotes/form-layout.ts'
import { defaultHome } from '../default-home.ts'
import type { HomeContent } from '../../content/home-content.ts'
import { aboutTheJob, extensionsFormFields } from './extensions-form.ts'

/** A home page about house extensions. The default tagline speaks of them already. */
export const extensionsHome: HomeContent = {
  ...defaultHome,
  header: {
    ...defaultHome.header,
    // The built-in pages about surfaces and about comparing speak of driveways.
    navLinks: defaultHome.header.navLinks.filter(({ path }) => !['/materials', '/benefits'].includes(path)),
  },
  hero: {
    ...defaultHome.hero,
    titleLine1: 'Room for the life you have,',
    titleEmphasis: 'at a price you compared',
    subtitle:
      'Tell us about the job once. Local builders who do single storeys, wraparounds, lofts and more send you their quotes, and you choose.',
  },
  indexIntro: {
    heading: 'Know what a fair price looks like',
    paragraph:
      'Two builders can look at the same plan and be tens of thousands apart: one allows for foundations beside the drain, steel and making good, the other does not. With several quotes side by side you see what is in each price, ask better questions and pay for the work you need, not for the first builder who could start.',
    highlights: defaultHome.indexIntro.highlights,
  },
  quoteForm: {
    ...defaultHome.quoteForm,
    trade: 'extensions',
    cardTitle: 'Get your free extension quotes',
    placeholders: { ...defaultHome.quoteForm.placeholders, additionalInfo: aboutTheJob },
    fields: extensionsFormFields,
    layout: layoutOf(extensionsFormFields),
  },
  features: {
    ...defaultHome.features,
    title: 'Every way to add a room',
    subtitle:
      'What each usually costs, how long it takes and what it needs. Guide prices with VAT, ready to decorate; your own quotes will differ, and should say why.',
    items: [
      {
        icon: 'Star',
        title: 'Single storey at the rear',
        description:
          'Costs: £2,200–£3,300 per m².\nTakes: 10–14 weeks.\nNeeds: building control, and often no planning permission.',
      },
      {
        icon: 'MapPin',
        title: 'Side return',
        description:
          'Costs: £2,500–£3,800 per m².\nTakes: 10–14 weeks.\nNeeds: an agreement with the neighbour about the wall between you.',
      },
      {
        icon: 'CheckCircle',
        title: 'Wraparound',
        description:
          'Costs: £2,400–£3,600 per m².\nTakes: 14–20 weeks.\nNeeds: planning permission, and steel where the corner of the house was.',
      },
      {
        icon: 'TrendingDown',
        title: 'Two storeys',
        description:
          'Costs: £2,000–£3,000 per m².\nTakes: 16–24 weeks.\nNeeds: planning permission as a rule, and scaffolding throughout.',
      },
      {
        icon: 'Award',
        title: 'Loft conversion',
        description:
          'Costs: £40,000–£80,000 in all.\nTakes: 8–12 weeks.\nNeeds: 2.2 m under the ridge, and a stair that keeps to fire rules.',
      },
      {
        icon: 'Shield',
        title: 'Garage conversion',
        description:
          'Costs: £15,000–£35,000 in all.\nTakes: 4–6 weeks.\nNeeds: insulation, a damp-proof floor and building control.',
      },
    ],
    testimonials: [
      {
        name: 'Priya S.',
        role: 'Example review – side return, Leeds',
        quote:
          'Three quotes in a week, and the middle one explained why it was not the cheapest: the drain had to move. We would never have thought to ask.',
        rating: 5,
      },
      {
        name: 'Conor M.',
        role: 'Example review – two storeys, Co. Kildare',
        quote:
          'Filled it in on the bus with one bar of signal. Two builders rang that evening, both with questions that made sense.',
        rating: 5,
      },
      {
        name: 'Helen T.',
        role: 'Example review – loft, Bristol',
        quote:
          'Good spread of prices. One builder never got back to me, but the page showed me exactly who had my number.',
        rating: 4,
      },
    ],
  },
  // Our drawings are of drives: an admin puts pictures of jobs here and shows the section.
  portfolio: { title: 'What one more room can change', subtitle: 'Jobs by firms that work with us.', jobs: [] },
  sectionVisibility: { ...defaultHome.sectionVisibility, portfolio: false },
}
