import { expect, test } from 'vitest'
import { HomeContentInput } from './content-inputs.ts'

const rejections = (content: unknown): Record<string, string[]> => {
  const result = HomeContentInput.safeParse(content)
  const issues = result.success ? [] : result.error.issues
  return Object.fromEntries(issues.map((issue) => [issue.path.join('.'), [issue.message]]))
}

const deep = JSON.parse('{"a":'.repeat(30) + '1' + '}'.repeat(30)) as unknown
const badField = (field: object) => ({ quoteForm: { fields: [{ id: 'a', name: 'a', label: 'A', ...field }] } })

test.each<[string, unknown, string]>([
  ['a script link', { header: { navLinks: [{ path: 'javascript:alert(1)' }] } }, 'header.navLinks.0.path'],
  ['a disguised script link', { header: { navLinks: [{ path: 'java\tscript:x' }] } }, 'header.navLinks.0.path'],
  ['another host as path', { header: { navLinks: [{ path: '//evil.example' }] } }, 'header.navLinks.0.path'],
  ['a style breakout', { hero: { colors: { background: '#fff;}</style>' } } }, 'hero.colors.background'],
  ['a url in a colour', { bannerColors: { background: 'url(https://evil.example)' } }, 'bannerColors.background'],
  ['a url in a gradient', { cta: { colors: { background: 'linear-gradient(url(x),#fff)' } } }, 'cta.colors.background'],
  ['a gradient as overlay', { hero: { backgroundOverlay: 'linear-gradient(#fff,#000)' } }, 'hero.backgroundOverlay'],
  ['a script image', { hero: { backgroundImage: 'javascript:x' } }, 'hero.backgroundImage'],
  ['a data image', { portfolio: { jobs: [{ images: ['data:image/svg+xml,x'] }] } }, 'portfolio.jobs.0.images.0'],
  ['a css breakout image', { hero: { backgroundImage: '/a.jpg");x:url("' } }, 'hero.backgroundImage'],
  ['an image without an id', { portfolio: { jobs: [{ images: [{ url: '/a.jpg' }] }] } }, 'portfolio.jobs.0.images.0'],
  ['an unknown icon', { features: { items: [{ icon: '<svg onload=x>' }] } }, 'features.items.0.icon'],
  ['an unknown background type', { hero: { backgroundType: 'video' } }, 'hero.backgroundType'],
  ['text that is a number', { hero: { titleLine1: 7 } }, 'hero.titleLine1'],
  ['text that is an operator', { hero: { titleLine1: { $gt: '' } } }, 'hero.titleLine1.$gt'],
  ['a title too long', { hero: { titleLine1: 'x'.repeat(301) } }, 'hero.titleLine1'],
  ['a paragraph too long', { indexIntro: { paragraph: 'x'.repeat(5_001) } }, 'indexIntro.paragraph'],
  ['10,000 features', { features: { items: Array(10_000).fill({}) } }, 'features.items'],
  ['51 features', { features: { items: Array(51).fill({}) } }, 'features.items'],
  ['10,000 unknown entries', { mine: Array(10_000).fill(1) }, 'mine'],
  ['a prototype key', JSON.parse('{"hero":{"__proto__":{"x":1}}}'), 'hero.__proto__'],
  ['a constructor key', { constructor: { prototype: { x: 1 } } }, 'constructor'],
  ['a dotted key', { 'a.b': 1 }, 'a.b'],
  ['a bottomless object', deep, Array(12).fill('a').join('.')],
  ['a visibility that is text', { sectionVisibility: { hero: 'false' } }, 'sectionVisibility.hero'],
  ['a reserved field name', badField({ name: 'website_url' }), 'quoteForm.fields.0.name'],
  ['an unknown field type', badField({ type: 'file' }), 'quoteForm.fields.0.type'],
  ['an unknown width', badField({ width: 'third' }), 'quoteForm.fields.0.width'],
  ['a select with nothing to choose', badField({ type: 'select' }), 'quoteForm.fields.0.options'],
  [
    'a field twice',
    { quoteForm: { fields: [1, 2].map(() => ({ id: 'a', name: 'a', label: 'A' })) } },
    'quoteForm.fields.1.id',
  ],
  ['a list that is text', { features: { items: 'many' } }, 'features.items'],
  ['a section that is text', { hero: 'big' }, 'hero'],
  ['no object at all', 'page', ''],
])('%s is rejected, with the field named', (_what, content, field) => {
  const rejected = rejections(content)
  expect(Object.keys(rejected)).toContain(field)
  expect(rejected[field]?.[0]).toMatch(/\.$/)
})

test('a page of a million small things is rejected before it is read closely', () => {
  const content = { mine: Array.from({ length: 200 }, () => Array.from({ length: 200 }, () => Array(25).fill(1))) }
  // Read closely, it would have an error for each of its lists.
  expect(HomeContentInput.safeParse(content).error?.issues).toHaveLength(1)
})
