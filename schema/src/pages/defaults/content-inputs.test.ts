import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parse } from '../../validate.ts'
import {
  AboutContentInput,
  HomeContentInput,
  HowItWorksContentInput,
  completeAbout,
  completeHome,
  completeHowItWorks,
} from './content-inputs.ts'
import { defaultAbout } from './default-about.ts'
import { defaultBenefits } from './default-benefits.ts'
import { defaultContent } from './default-content.ts'
import { defaultHome } from './default-home.ts'
import { defaultHowItWorks } from './default-how-it-works.ts'
import { defaultMaterials } from './default-materials.ts'
import { homeSections, isVisible, shownFields } from '../content/home-page.ts'

test('the built-in pages pass their own checks unchanged', () => {
  for (const content of [defaultHome, defaultMaterials, defaultBenefits]) {
    expect(parse(HomeContentInput, content)).toEqual(content)
  }
  expect(parse(AboutContentInput, defaultAbout)).toEqual(defaultAbout)
  expect(parse(HowItWorksContentInput, defaultHowItWorks)).toEqual(defaultHowItWorks)
})

test('empty content becomes the built-in page', () => {
  for (const nothing of [{}, null, undefined, 'text', [], 7]) {
    expect(completeHome(nothing)).toEqual(defaultHome)
    expect(completeAbout(nothing)).toEqual(defaultAbout)
    expect(completeHowItWorks(nothing)).toEqual(defaultHowItWorks)
  }
})

test('partial content keeps what it has and takes the rest from the defaults', () => {
  const content = completeHome({ hero: { titleLine1: 'Resin drives', bullets: [] }, bannerText: 'Open in August' })
  expect(content.hero.titleLine1).toBe('Resin drives')
  expect(content.hero.bullets).toEqual([])
  expect(content.hero.badge).toBe(defaultHome.hero.badge)
  expect(content.hero.statCount).toBe(0)
  expect(content.bannerText).toBe('Open in August')
  expect(content.quoteForm).toEqual(defaultHome.quoteForm)
})

test('unknown keys survive a save at every level', () => {
  const content = {
    future: { on: true },
    hero: { video: '/x.mp4', colors: { glow: 'x' } },
    features: { items: [{ tag: 1 }] },
  }
  expect(parse(HomeContentInput, content)).toMatchObject(content)
})

test('a call to action without colours gets the plain ones, on every kind of page', () => {
  const plain = {
    background: '#facc15',
    titleText: '#111827',
    subtitleText: '#374151',
    buttonBackground: '#16a34a',
    buttonText: '#ffffff',
    disclaimerText: '#4b5563',
  }
  const content = { cta: { title: 'Now' } }
  expect(completeHome(content).cta.colors).toEqual(plain)
  expect(completeAbout(content).cta.colors).toEqual(plain)
  expect(completeHowItWorks(content).cta.colors).toEqual(plain)
  expect(completeHome({ cta: { colors: { background: '#FFF' } } }).cta.colors).toEqual({
    ...plain,
    background: '#ffffff',
  })
  expect(completeHome({}).cta.colors.background).toBe('#16a34a')
})

test('a header without links gets the editor’s own', () => {
  const links = [
    { label: 'How it works', path: '/how-it-works' },
    { label: 'About', path: '/about' },
    { label: 'Contact', path: '/' },
  ]
  expect(completeHome({ header: { logoText: 'Ours' } }).header.navLinks).toEqual(links)
  expect(completeHome({ header: { navLinks: [] } }).header.navLinks).toEqual(links)
  expect(completeHome({ header: { navLinks: [{}] } }).header.navLinks).toEqual([{ label: 'New Link', path: '/' }])
})

test.each([
  [0, 1],
  [-3, 1],
  [3, 3],
  ['4', 4],
  [99, 5],
  ['five', 1],
  [null, 1],
  ['', 1],
  [undefined, 5],
])('a rating of %j counts as %i', (given, counted) => {
  const content = parse(HomeContentInput, { features: { testimonials: [{ name: 'A', rating: given }] } })
  expect(content.features.testimonials[0]?.rating).toBe(counted)
})

test.each([
  [1247, 1247],
  ['1247', 1247],
  ['12 homes', 12],
  [12.9, 12],
  ['', 0],
  ['many', 0],
  [null, 0],
  [1e300, 1],
  [Number.MAX_SAFE_INTEGER + 1, 0],
])('a stat count of %j counts as %i', (given, counted) => {
  expect(parse(HomeContentInput, { hero: { statCount: given } }).hero.statCount).toBe(counted)
})

test('a section is visible unless its value is explicitly false', () => {
  const { sectionVisibility } = completeHome({ sectionVisibility: { hero: false, cta: 'no', features: null } })
  expect(homeSections.filter((name) => !isVisible(sectionVisibility, name))).toEqual(['hero'])
  expect(isVisible(undefined, 'cta')).toBe(true)
})

test('colours, links and images are kept in their canonical spelling', () => {
  const content = parse(HomeContentInput, {
    hero: {
      backgroundType: 'image-overlay',
      backgroundImage: ' https://Cdn.Example/a.jpg ',
      backgroundOverlay: '#16A34A80',
      colors: { background: 'LINEAR-GRADIENT(90deg,#FFF,#000)', titleText: '' },
    },
    header: { navLinks: [{ label: 'Shop', path: ' HTTPS://Shop.Example ' }] },
    portfolio: { jobs: [{ images: ['/a.jpg', { id: 7, url: '/api/images/7/stream', extra: 1 }] }] },
  })
  expect(content.hero.backgroundImage).toBe('https://cdn.example/a.jpg')
  expect(content.hero.backgroundOverlay).toBe('rgba(22,163,74,0.5)')
  expect(content.hero.colors.background).toBe('linear-gradient(90deg, #ffffff, #000000)')
  expect(content.hero.colors.titleText).toBe('#111827')
  expect(content.header.navLinks[0]?.path).toBe('https://shop.example/')
  expect(content.portfolio.jobs[0]).toEqual({
    location: '',
    images: ['/a.jpg', { id: 7, url: '/api/images/7/stream', name: '', size: 0, extra: 1 }],
  })
})

const email = { id: 'e', name: 'email', label: 'Email', type: 'email', required: true, width: 'full' }

test('a form without a layout is laid out by the widths of its fields', () => {
  const fields = [{ id: 'a', name: 'first_name', label: 'Name', width: 'full' }, email]
  const { quoteForm } = parse(HomeContentInput, { quoteForm: { fields } })
  expect(quoteForm.layout.rows.map((row) => row.columns.map((column) => column.fieldIds))).toEqual([[['a']], [['e']]])
  expect(quoteForm.fields[0]).toMatchObject({ type: 'text', visible: true, required: false, options: [] })
})

test('options may come as plain text', () => {
  const fields = [
    { id: 'a', name: 'group', label: 'Group', type: 'select', options: ['School', { label: 'Club' }] },
    email,
  ]
  expect(parse(HomeContentInput, { quoteForm: { fields } }).quoteForm.fields[0]?.options).toEqual([
    { value: 'School', label: 'School' },
    { value: 'Club', label: 'Club' },
  ])
})

test('a number where text is kept becomes text', () => {
  expect(parse(AboutContentInput, { mission: { stats: [{ number: 12, label: 'x' }] } }).mission.stats[0]?.number).toBe(
    '12',
  )
  expect(parse(HowItWorksContentInput, { steps: { items: [{ step: 2 }] } }).steps.items[0]).toMatchObject({
    step: '2',
    icon: 'Star',
  })
})

test('a label changed beside the form or on the field is the one that homeowners read', () => {
  const { quoteForm } = completeHome({})
  const labelOf = (form: typeof quoteForm) => shownFields(form)[0]?.label
  expect(labelOf(quoteForm)).toBe('First name')
  expect(labelOf({ ...quoteForm, labels: { ...quoteForm.labels, firstName: 'Given name' } })).toBe('Given name')
  const fields = quoteForm.fields.map((field) =>
    field.name === 'first_name' ? { ...field, label: 'Forename' } : field,
  )
  expect(labelOf({ ...quoteForm, fields })).toBe('Forename')
})

test('invalid content is mended where it is wrong and kept where it is right', () => {
  const content = completeHome({
    hero: { titleLine1: 'Kept', subtitle: 7, colors: { titleText: 'red; }', badgeText: '#000' } },
    header: {
      navLinks: [
        { label: 'Bad', path: 'javascript:alert(1)' },
        { label: 'Good', path: '/x' },
      ],
    },
    portfolio: { title: null, jobs: [{ location: 'Leeds', images: ['javascript:x', '/ok.jpg'] }, 'nonsense'] },
    features: { items: Array.from({ length: 80 }, () => ({ icon: 'Nope', title: 'T' })) },
    quoteForm: { fields: [{ id: 'a', name: '__proto__', label: 'x' }] },
  })
  expect(content.hero).toMatchObject({ titleLine1: 'Kept', subtitle: defaultHome.hero.subtitle })
  expect(content.hero.colors).toMatchObject({ titleText: '#111827', badgeText: '#000000' })
  expect(content.header.navLinks).toEqual([
    { label: 'Bad', path: '/' },
    { label: 'Good', path: '/x' },
  ])
  expect(content.portfolio.jobs).toEqual([{ location: 'Leeds', images: ['/ok.jpg'] }])
  expect(content.features.items).toHaveLength(50)
  expect(content.features.items[0]?.icon).toBe('Star')
  expect(content.quoteForm.fields.every((field) => field.name !== '__proto__')).toBe(true)
})

test('completing never throws, and gives content that would be accepted', () => {
  const noise = fc.object({
    key: fc.oneof(
      fc.constantFrom('hero', 'header', 'navLinks', 'colors', 'quoteForm', 'fields', 'cta', 'items'),
      fc.string(),
    ),
    withBigInt: false,
    maxDepth: 4,
  })
  fc.assert(
    fc.property(noise, (content) => {
      expect(HomeContentInput.safeParse(completeHome(content)).success).toBe(true)
    }),
    { numRuns: 100 },
  )
})

test('the page of a url starts with its own built-in content, a copy each time', () => {
  expect(defaultContent('index', '/materials')).toEqual(defaultMaterials)
  expect(defaultContent('index', '/benefits')).toEqual(defaultBenefits)
  expect(defaultContent('index', '/spring')).toEqual(defaultHome)
  expect(defaultContent('about', '/about/team')).toEqual(defaultAbout)
  const copy = defaultContent('index', '/')
  copy.hero.bullets.push('changed')
  expect(defaultContent('index', '/')).toEqual(defaultHome)
})
