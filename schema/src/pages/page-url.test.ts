import fc from 'fast-check'
import { expect, test } from 'vitest'
import { graphqlPageKinds, pageKinds } from './page.ts'
import {
  duplicateRetries,
  editorSlug,
  normaliseUrl,
  otherSpelling,
  randomPlace,
  sublinkOfSlug,
  sublinkOfUrl,
  urlOfSlug,
  urlProblem,
} from './page-url.ts'
import { publicPath } from './public-path.ts'
import { isReservedSegment } from './site-paths.ts'

test.each([
  ['/', 'index', ''],
  ['/spring-offer', 'index', 'spring-offer'],
  ['/spring-offer/', 'index', 'spring-offer'],
  ['/a.b~c_d-E9', 'index', 'a.b~c_d-E9'],
  ['/root', 'index', ''],
  ['/london/fulham', 'index', 'london'],
  ['/about', 'about', ''],
  ['/about/', 'about', ''],
  ['/about/team', 'about', 'team'],
  ['/about/about-team', 'about', 'team'],
  ['/about-team', 'about', 'team'],
  ['/team/about', 'about', 'team'],
  ['/root/about', 'about', ''],
  ['/how-it-works', 'how-it-works', ''],
  ['/how-it-works/hiw-ab12cd34', 'how-it-works', 'hiw-ab12cd34'],
  ['/how-it-works-fast', 'how-it-works', 'fast'],
  ['/how-it-works/how-it-works-fast', 'how-it-works', 'fast'],
  ['/fast/how-it-works', 'how-it-works', 'fast'],
  ['/how-it-works/about', 'how-it-works', 'about'],
  ['/login', 'index', ''],
  ['/thank-you', 'index', ''],
  ['/aboutus', 'index', 'aboutus'],
])('%s shows the %s page "%s"', (path, kind, slug) => {
  expect(publicPath(path)).toEqual({ kind, slug })
})

test.each([
  '/admin',
  '/Admin/leads',
  '/manager/leads',
  '/api/about',
  '/graphql',
  '/login/x',
  '/sitemap.xml',
  '/a b',
  '/a%20b',
  '/caf\u00e9',
  '//evil.example',
  '/a//b',
  '/..',
  '/./about',
  '/about/a/b',
  '/x?y',
  '/<script>',
  'about',
  '',
])('%s is no public path', (path) => {
  expect(publicPath(path)).toBeNull()
})

test('the rule takes any text, and what it finds has only slug characters', () => {
  const paths = fc.sample(
    fc.oneof(
      fc.string(),
      fc.webPath(),
      fc.string().map((text) => `/${text}`),
    ),
    2_000,
  )
  const slugs = paths.map((path) => publicPath(path)?.slug ?? '')
  expect(slugs.filter((slug) => !/^[A-Za-z0-9\-_.~]*$/.test(slug))).toEqual([])
})

test.each([
  ['index', ' /spring-offer/ ', '/spring-offer'],
  ['index', 'spring-offer', '/spring-offer'],
  ['index', '', '/'],
  ['index', '///', '/'],
  ['index', '/root', '/'],
  ['index', '//evil.example', '/evil.example'],
  ['about', '', '/about'],
  ['about', 'about/team//', '/about/team'],
  ['about', '/about/root', '/about'],
  ['how-it-works', '/', '/how-it-works'],
  ['how-it-works', 'how-it-works/x', '/how-it-works/x'],
] as const)('an edited %s url %j becomes %s', (kind, typed, url) => {
  expect(normaliseUrl(kind, typed)).toBe(url)
})

test.each([
  ['index', '/', ''],
  ['index', '/spring', 'spring'],
  ['index', '/spring/fulham', 'spring'],
  ['about', '/about', ''],
  ['about', '/about/team', 'about-team'],
  ['about', '/about-team', 'about-team'],
  ['how-it-works', '/how-it-works', ''],
  ['how-it-works', '/how-it-works/fast', 'fast'],
] as const)('the sublink of the %s url %s is %j', (kind, url, sublink) => {
  expect(sublinkOfUrl(kind, url)).toBe(sublink)
})

test.each([
  ['index', 'root', ''],
  ['index', 'spring', 'spring'],
  ['about', 'root', ''],
  ['about', 'team', 'about-team'],
  ['about', 'about-team', 'about-team'],
  ['about', 'about', ''],
  ['how-it-works', 'root', ''],
  ['how-it-works', 'fast', 'fast'],
  ['how-it-works', 'how-it-works-fast', 'fast'],
] as const)('an address with the %s slug %s asks for the sublink %j', (kind, slug, sublink) => {
  expect(sublinkOfSlug(kind, slug)).toBe(sublink)
})

test.each([
  ['index', '/admin'],
  ['index', '/API'],
  ['index', '/about-us'],
  ['index', '/x/about'],
  ['index', '/default'],
  ['index', '/a b'],
  ['index', '/a//b'],
  ['index', '/../x'],
  ['index', `/${'a'.repeat(200)}`],
  ['about', '/company'],
  ['about', '/how-it-works/x'],
  ['about', '/about/default'],
  ['how-it-works', '/about'],
  ['how-it-works', '/how-it-works/a/b'],
] as const)('the %s url %s is rejected with a reason', (kind, url) => {
  expect(urlProblem(kind, url)).toMatch(/\.$/)
})

test.each([
  ['index', '/'],
  ['index', '/spring/fulham'],
  ['about', '/about'],
  ['about', '/about/team'],
  ['about', '/about-team'],
  ['how-it-works', '/how-it-works/fast'],
] as const)('the %s url %s may be used', (kind, url) => {
  expect(urlProblem(kind, url)).toBeNull()
})

test.each([
  ['/about-team', '/about/team'],
  ['/team/about', '/about/team'],
  ['/how-it-works-fast', '/how-it-works/fast'],
  ['/fast/how-it-works', '/how-it-works/fast'],
  ['/root', '/'],
  ['/spring/', '/spring'],
  ['/about/about-team', '/about/team'],
])('%s is another spelling of %s', (path, url) => {
  expect(otherSpelling(path)).toBe(url)
})

test.each(['/', '/spring', '/spring/fulham', '/about', '/about/team', '/login', '/thank-you', '/admin', '/a b'])(
  '%s is no other spelling',
  (path) => {
    expect(otherSpelling(path)).toBeNull()
  },
)

test('the editor route leads back to the page it came from', () => {
  for (const kind of pageKinds) {
    for (const slug of ['', 'spring', 'a.b~c']) {
      const url = urlOfSlug(kind, slug)
      expect(sublinkOfSlug(kind, editorSlug(kind, url))).toBe(sublinkOfUrl(kind, url))
    }
  }
  expect(editorSlug('about', '/about')).toBe('root')
})

test('a duplicate gets the kind’s prefix, eight letters or digits and a url that is its own', () => {
  expect(duplicateRetries).toBe(3)
  const patterns = {
    index: [/^\/homepage-[a-z0-9]{8}$/, /^homepage-[a-z0-9]{8}$/],
    about: [/^\/about\/[a-z0-9]{8}$/, /^about-[a-z0-9]{8}$/],
    'how-it-works': [/^\/how-it-works\/hiw-[a-z0-9]{8}$/, /^hiw-[a-z0-9]{8}$/],
  } as const
  fc.assert(
    fc.property(fc.constantFrom(...pageKinds), fc.uint8Array({ minLength: 8, maxLength: 8 }), (kind, bytes) => {
      const { url, sublink } = randomPlace(kind, bytes)
      expect(url).toMatch(patterns[kind][0])
      expect(sublink).toMatch(patterns[kind][1])
      expect(sublinkOfUrl(kind, url)).toBe(sublink)
      expect(urlProblem(kind, url)).toBeNull()
    }),
  )
})

test('the reserved first segments hold the six of the specification and the app’s own', () => {
  const named =
    'about how-it-works admin manager login thank-you api graphql assets images healthz readyz metrics manage offers leads firm photos privacy cookies terms sitemap.xml robots.txt'
  expect(named.split(' ').filter((name) => !isReservedSegment(name))).toEqual([])
  expect(isReservedSegment('Admin')).toBe(true)
})

test('GraphQL calls the kinds by its own names', () => {
  expect(pageKinds.map((kind) => graphqlPageKinds[kind])).toEqual(['HOME', 'ABOUT', 'HOW_IT_WORKS'])
})
