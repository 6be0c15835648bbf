import { brand } from '../../brand.ts'
import { defaultFormFields, defaultFormLayout } from '../../quotes/default-form.ts'
import type { HomeContent } from '../content/home-content.ts'
import { placeholderImage } from '../content/home-page.ts'

const header: HomeContent['header'] = {
  logoText: 'Kerbside',
  tagline: 'Get the best extension quotes instantly',
  // From the range that Ofcom keeps for drama: it rings nowhere until an admin puts in the real one.
  phone: '0808 157 0192',
  navLinks: [
    { label: 'How It Works', path: '/how-it-works' },
    { label: 'Materials', path: '/materials' },
    { label: 'Benefits', path: '/benefits' },
    { label: 'About', path: '/about' },
  ],
  colors: {
    background: brand.ground,
    text: brand.ink,
    logoBackground: brand.green,
    logoIcon: brand.ground,
    linkText: brand.inkSoft,
    linkActiveText: brand.greenDeep,
  },
}

const hero: HomeContent['hero'] = {
  badge: 'Free quotes for homes in the UK and Ireland',
  titleLine1: 'A driveway you are proud of,',
  titleEmphasis: 'at a price you compared',
  subtitle:
    'Tell us about the job once. Local firms that lay block paving, tarmac, resin and more send you their quotes, and you choose.',
  subtitleEmphasis: 'Only firms that take on your job get in touch. No obligation.',
  bullets: [
    'Quotes from up to {firmsNumber} verified contractors',
    'A {hours}-hour response',
    'Up to a 40% saving between the dearest and the best quote',
  ],
  // Shown once an admin types a number: one that nobody has counted would be invented.
  statCount: 0,
  statLabel: 'homeowners have compared quotes with us',
  backgroundType: 'color',
  backgroundImage: '',
  backgroundOverlay: 'rgba(0,0,0,0.5)',
  colors: {
    background: 'linear-gradient(to bottom right, #f0fdf4, #eff6ff)',
    badgeBackground: brand.greenPale,
    badgeText: brand.greenDeep,
    titleText: brand.ink,
    emphasisText: brand.greenDeep,
    subtitleText: brand.inkSoft,
    subtitleEmphasisText: brand.ink,
    bulletText: brand.inkSoft,
    statText: brand.ink,
  },
}

const indexIntro: HomeContent['indexIntro'] = {
  heading: 'Know what a fair price looks like',
  paragraph:
    'Two firms can look at the same drive and be thousands apart: one allows for a new base and drainage, the other does not. With several quotes side by side you see what is in each price, ask better questions and pay for the work you need, not for the first van that called.',
  highlights: [
    'One short form for all firms',
    'At most {firms} firms ever see your details',
    'We tell you the name of every firm that has them',
    'Free for homeowners, whether you go ahead or not',
  ],
}

const quoteForm: HomeContent['quoteForm'] = {
  trade: 'driveways',
  // The indicators beside the form say it all: once is enough.
  urgencyBanner: '',
  cardTitle: 'Get your free driveway quotes',
  cardSubtitle: 'We only ask what firms need to give you a real price.',
  trustIndicators: [
    'Up to {firmsNumber} quotes',
    'Response within {hours} hours',
    'Save up to 40%',
    'Form takes under 2 minutes',
  ],
  labels: {
    firstName: 'First name',
    lastName: 'Last name',
    email: 'Email',
    submitText: 'Get My Free Quotes',
    submittingText: 'Sending your request…',
  },
  placeholders: {
    firstName: 'e.g. Aoife',
    lastName: 'e.g. Bennett',
    email: 'you@example.com',
    mobile: 'e.g. 07700 900123',
    additionalInfo: 'Access, slopes, drains, trees, the look you have in mind…',
  },
  fields: defaultFormFields,
  layout: defaultFormLayout,
}

const features: HomeContent['features'] = {
  title: 'Every surface, every size of job',
  subtitle:
    'From a gravel parking space to a stone forecourt: tell us what you have in mind, or ask the firms what would suit.',
  items: [
    {
      icon: 'Award',
      title: 'Prices you can compare',
      description: 'Every firm gets the same description of your job, so the quotes answer the same question.',
    },
    {
      icon: 'MapPin',
      title: 'Firms that work near you',
      description: 'We ask firms that cover your postcode or Eircode, so nobody adds two hours of driving to the bill.',
    },
    {
      icon: 'Clock',
      title: 'Answers while you remember asking',
      description:
        'Requests go out within minutes. Over the past 90 days, half of all homeowners had their first answer within {medianResponse}.',
    },
    {
      icon: 'Shield',
      title: 'Your details stay yours',
      description:
        'A firm sees your phone number only after it takes up your request. We email you the name of each one, with a link to stop.',
    },
    {
      icon: 'TrendingDown',
      title: 'Room to negotiate',
      description: 'A second and third quote is the best argument there is. Nobody has to know whose is whose.',
    },
    {
      icon: 'CheckCircle',
      title: 'No pressure',
      description: 'Say yes, say no, or say nothing. We do not charge homeowners, and there is no contract with us.',
    },
  ],
  // Examples in the right length and tone, marked as such: an admin puts real customers' words here.
  testimonials: [
    {
      name: 'Priya S.',
      role: 'Example review – block paving, Leeds',
      quote:
        'Three quotes by teatime, and the middle one explained why it was not the cheapest: drainage. We would never have thought to ask.',
      rating: 5,
    },
    {
      name: 'Conor M.',
      role: 'Example review – gravel, Co. Kildare',
      quote:
        'Filled it in on the bus with one bar of signal. Two firms rang that evening and one could start in March.',
      rating: 5,
    },
    {
      name: 'Helen T.',
      role: 'Example review – resin bound, Bristol',
      quote: 'Good spread of prices. One firm never got back to me, but the page showed me exactly who had my number.',
      rating: 4,
    },
  ],
  trustLogos: [
    'Free for homeowners',
    'At most {firms} firms',
    'UK and Ireland',
    'Every firm named to you',
    '{answeredInTime} answered in time',
  ],
}

const portfolio: HomeContent['portfolio'] = {
  title: 'What a new drive can change',
  subtitle: 'The same front garden, before and after.',
  jobs: [
    {
      location: 'Block paving for two cars – semi-detached, Manchester',
      images: ['/images/portfolio/semi-block-paving.svg', '/images/portfolio/semi-before.svg'],
    },
    { location: 'Resin bound sweep – bungalow, Belfast', images: ['/images/portfolio/bungalow-resin.svg'] },
    { location: 'Gravel and stone setts – cottage, Co. Wicklow', images: ['/images/portfolio/cottage-gravel.svg'] },
  ],
}

const cta: HomeContent['cta'] = {
  title: 'Ready to see your prices?',
  subtitle: 'Two minutes now can save you weeks of ringing round.',
  buttonText: 'Get FREE Quote',
  disclaimer: 'Free for homeowners. You decide which firm to go ahead with, if any.',
  colors: {
    background: brand.green,
    titleText: brand.ground,
    subtitleText: brand.ground,
    buttonBackground: brand.ground,
    buttonText: brand.greenDeep,
    // Small print: white would be too faint on this green (docs/decisions/0014-white-words-on-green.md).
    disclaimerText: '#052e16',
  },
}

/** The built-in home page: what a visitor sees until an admin has published one. */
export const defaultHome: HomeContent = {
  header,
  bannerText: '',
  bannerColors: { background: '#f97316', text: brand.ground },
  hero,
  indexIntro,
  quoteForm,
  features,
  portfolio,
  cta,
  sectionVisibility: {
    header: true,
    banner: true,
    hero: true,
    indexIntro: true,
    quoteForm: true,
    features: true,
    portfolio: true,
    cta: true,
  },
}

/** What the editor's Add Job adds. */
export const newJob: HomeContent['portfolio']['jobs'][number] = { location: '', images: [placeholderImage] }
