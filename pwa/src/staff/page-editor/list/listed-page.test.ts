import { expect, test } from 'vitest'
import { builtInPages, checkUrl, urlOfCopy } from './listed-page.ts'

const urls = (...pages: Parameters<typeof builtInPages>) => builtInPages(...pages).map(({ url }) => url)

test('built-in pages are listed until a record takes their url', () => {
  expect(urls('index', [])).toEqual(['/', '/materials', '/benefits'])
  expect(urls('index', [{ url: '/materials' }, { url: '/spring' }])).toEqual(['/', '/benefits'])
  expect(urls('about', [])).toEqual(['/about'])
  expect(urls('how-it-works', [{ url: '/how-it-works' }])).toEqual([])
})

test('they carry the titles of their own contents', () => {
  const titles = builtInPages('index', []).map(({ title }) => title)
  expect(new Set(titles).size).toBe(3)
  expect(titles.every((title) => title !== '')).toBe(true)
})

const others = ['/', '/spring', '/summer/fulham']

test.each([
  ['  /autumn/ ', '/autumn'],
  ['autumn', '/autumn'],
  ['//autumn//', '/autumn'],
])('%j is stored as %s', (typed, url) => expect(checkUrl('index', typed, others)).toEqual({ url, problem: null }))

test.each(['/spring', ' spring/ ', '', '/root'])('%j is in use', (typed) =>
  expect(checkUrl('index', typed, others).problem).toBe('This URL is already in use.'),
)

test('two urls of one name are told apart before the server has to', () =>
  expect(checkUrl('index', '/summer', others).problem).toBe(
    'The page /summer/fulham already has this name. Choose another.',
  ))

test.each(['/admin', '/about/team', '/a b', '/caf\u00e9'])('%s is rejected with a reason', (typed) =>
  expect(checkUrl('index', typed, others).problem).toMatch(/\.$/),
)

test('an empty url is the main page of its kind', () => {
  expect(checkUrl('about', ' ', []).url).toBe('/about')
  expect(checkUrl('how-it-works', '/', []).url).toBe('/how-it-works')
})

test.each([
  ['index', '/', ['/'], '/main-copy'],
  ['index', '/summer', ['/', '/summer'], '/summer-copy'],
  ['index', '/summer', ['/summer', '/summer-copy'], '/summer-copy-2'],
  ['about', '/about', ['/about'], '/about/main-copy'],
  ['how-it-works', '/how-it-works/fast', [], '/how-it-works/fast-copy'],
] as const)('the copy of the %s page %s beside %j begins at %s', (kind, url, others, copy) => {
  expect(urlOfCopy(kind, url, others)).toBe(copy)
  expect(checkUrl(kind, copy, others).problem).toBeNull()
})
