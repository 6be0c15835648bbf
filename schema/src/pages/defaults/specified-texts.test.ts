import { expect, test } from 'vitest'
import { withNumbers } from '../numbers-in-texts.ts'
import { defaultPublicSettings } from '../../settings/public-settings.ts'
import { duplicateRetries, randomSlugLength } from '../page-url.ts'
import { defaultAbout } from './default-about.ts'
import { defaultBenefits } from './default-benefits.ts'
import { defaultHome } from './default-home.ts'
import { defaultHowItWorks } from './default-how-it-works.ts'
import { defaultMaterials } from './default-materials.ts'
import { fixedTexts, homeSections, mostCustomers, newNavLink } from '../content/home-page.ts'
import { newTestimonialRating } from '../content/content-fields.ts'
import { newStep } from '../content/how-it-works-content.ts'
import { benefitColours, featureIcons, newBenefitColour, newFeatureIcon, pageIcons } from '../content/icons.ts'
import { fieldIcons } from '../../quotes/form-definition.ts'
import { materials } from '../content/materials.ts'

/** As visitors see it while nobody has changed the settings. */
const shownHome = withNumbers(defaultHome, defaultPublicSettings)

// The right-hand column is what docs/specification.md promises, word for word.
test.each<[string, unknown, unknown]>([
  ['free', fixedTexts.free, '100% Free • No Obligation • Instant Response'],
  ['most', mostCustomers(defaultPublicSettings), 'Most customers receive 3-5 competitive quotes within 2 hours'],
  ['button', fixedTexts.getQuote, 'Get FREE Quote'],
  ['tagline', defaultHome.header.tagline, 'Get the best extension quotes instantly'],
  [
    'navigation',
    defaultHome.header.navLinks.map(({ label, path }) => `${label} ${path}`),
    ['How It Works /how-it-works', 'Materials /materials', 'Benefits /benefits', 'About /about'],
  ],
  ['header background', defaultHome.header.colors.background, '#ffffff'],
  ['header text', defaultHome.header.colors.text, '#111827'],
  ['logo background', defaultHome.header.colors.logoBackground, '#16a34a'],
  ['banner text', defaultHome.bannerText, ''],
  ['banner colours', defaultHome.bannerColors, { background: '#f97316', text: '#ffffff' }],
  ['badge background', defaultHome.hero.colors.badgeBackground, '#dcfce7'],
  ['badge text', defaultHome.hero.colors.badgeText, '#15803d'],
  ['hero background', defaultHome.hero.colors.background, 'linear-gradient(to bottom right, #f0fdf4, #eff6ff)'],
  ['home call to action', defaultHome.cta.colors.background, '#16a34a'],
  ['about hero', defaultAbout.hero.colors.background, 'linear-gradient(to right, #16a34a, #059669)'],
  ['how-it-works hero', defaultHowItWorks.hero.colors.background, 'linear-gradient(to right, #16a34a, #059669)'],
  ['overlay', defaultHome.hero.backgroundOverlay, 'rgba(0,0,0,0.5)'],
  ['sections', homeSections, ['header', 'banner', 'hero', 'indexIntro', 'quoteForm', 'features', 'portfolio', 'cta']],
  ['new link', newNavLink, { label: 'New Link', path: '/' }],
  ['new testimonial', newTestimonialRating, 5],
  ['new feature icon', newFeatureIcon, 'Star'],
  ['new benefit colour', newBenefitColour, 'blue'],
  ['new step', newStep(5), { step: '6', title: '', description: '', icon: 'Star' }],
  ['duplicate retries', duplicateRetries, 3],
  ['random slug', randomSlugLength, 8],
  [
    'field icons',
    fieldIcons.join(', '),
    'User, Mail, Phone, Hash, FileText, List, CheckSquare, Circle, MapPin, Calendar, Clock, Building, Users, CreditCard, Lock, Key, Globe, MessageSquare, Search, Settings, Home, Briefcase, Heart, Star, Tag, Camera, Upload, Download, Link, Eye, EyeOff, Shield, AlertCircle, Info, CheckCircle',
  ],
  [
    'feature icons',
    featureIcons.join(', '),
    'DollarSign, Clock, Shield, Star, Users, MapPin, CheckCircle, TrendingDown, Award',
  ],
  ['benefit colours', benefitColours.join(', '), 'green, blue, purple, orange, red, yellow, indigo, pink'],
  [
    'materials',
    materials.map(({ name }) => name),
    ['Block paving', 'Tarmac', 'Resin bound', 'Gravel', 'Concrete', 'Imprinted concrete', 'Natural stone', 'Porcelain'],
  ],
])('%s is as the specification says', (_what, ours, theirs) => {
  expect(ours).toEqual(theirs)
})

test('the lists have 35, 9, 34 and 8 entries, and the 34 lack only CheckCircle', () => {
  expect([fieldIcons.length, featureIcons.length, pageIcons.length, benefitColours.length]).toEqual([35, 9, 34, 8])
  expect(fieldIcons.filter((icon) => !pageIcons.includes(icon))).toEqual(['CheckCircle'])
})

test.each(['up to 5 verified contractors', '2-hour response', '40% saving'])('the home page promises %s', (words) => {
  expect(shownHome.hero.bullets.join('\n').toLowerCase()).toContain(words)
})

test.each(['Up to 5 quotes', 'within 2 hours', 'up to 40%', 'under 2 minutes'])('the form promises %s', (words) => {
  const promises = [shownHome.quoteForm.urgencyBanner, ...shownHome.quoteForm.trustIndicators].join('\n')
  expect(promises.toLowerCase()).toContain(words.toLowerCase())
})

test('the materials page tells of each surface what it costs, lasts and needs', () => {
  expect(defaultMaterials.features.items.map(({ title }) => title)).toEqual(materials.map(({ name }) => name))
  for (const { description } of defaultMaterials.features.items) {
    expect(description).toMatch(/^Costs: £\d+–£\d+ per m² \(€\d+–€\d+ in Ireland\)\.\nLasts: .+\nNeeds: .+\nSuits: .+$/)
  }
})

test('the built-in home pages use the icons that the editor offers for features', () => {
  const used = [defaultHome, defaultMaterials, defaultBenefits].flatMap(({ features }) => features.items)
  expect(used.map(({ icon }) => icon).filter((icon) => !featureIcons.some((offered) => offered === icon))).toEqual([])
})
