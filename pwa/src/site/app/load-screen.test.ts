import { defaultAbout } from '@kerbside/schema/pages/defaults/default-about'
import { defaultHome } from '@kerbside/schema/pages/defaults/default-home'
import { expect, onTestFinished, test, vi } from 'vitest'
import { cachedContent } from './cached-content.ts'
import { loadScreen, type LoadDeps } from './load-screen.ts'

function setUp(answer: () => Response | Promise<Response>) {
  const asked: string[] = []
  const stored = new Map<string, string>()
  const storage = () => ({ getItem: (key: string) => stored.get(key) ?? null }) as unknown as Storage
  const deps: LoadDeps = {
    fetching: async (url) => (asked.push(String(url)), answer()),
    home: defaultHome,
    cached: (path, place) => cachedContent(path, place, storage),
  }
  return { deps, asked, stored }
}
const found = () => Response.json({ ...defaultAbout, page_version: 4 })
const offline = () => Promise.reject<Response>(new TypeError('Failed to fetch'))

test.each([
  ['/', '/api/index/root'],
  ['/winter-offer', '/api/index/winter-offer'],
  ['/about', '/api/about/root'],
  ['/about/team', '/api/about/team'],
  ['/about-team', '/api/about/team'],
  ['/how-it-works', '/api/how-it-works/root'],
  ['/how-it-works/slowly', '/api/how-it-works/slowly'],
])('%s asks for %s', async (path, address) => {
  const { deps, asked } = setUp(found)
  await loadScreen(path, deps)
  expect(asked).toEqual([address])
})

test('the content comes with the version that a form must name', async () => {
  const { deps } = setUp(found)
  expect(await loadScreen('/about', deps)).toMatchObject({
    kind: 'screen',
    fresh: true,
    screen: { screen: 'page', kind: 'about', path: '/about', pageVersion: 4, content: defaultAbout, home: defaultHome },
  })
})

test('what the server does not know is left to the server: it may have moved', async () => {
  const { deps, asked } = setUp(() => new Response(null, { status: 404 }))
  expect(await loadScreen('/old-name', deps)).toEqual({ kind: 'elsewhere' })
  expect(await loadScreen('/api/docs', deps)).toEqual({ kind: 'elsewhere' })
  expect(asked).toEqual(['/api/index/old-name'])
})

test('a page is shown at its own path only, so that a reload shows the same', async () => {
  const headers = { link: '</spring/fulham>; rel="canonical"' }
  const { deps } = setUp(() => Response.json({ ...defaultHome, page_version: 4 }, { headers }))
  expect(await loadScreen('/spring/fulham', deps)).toMatchObject({ kind: 'screen' })
  for (const path of ['/spring', '/spring/chelsea']) expect(await loadScreen(path, deps)).toEqual({ kind: 'elsewhere' })
})

test('signing in and the thank-you page need nothing to be fetched', async () => {
  const { deps, asked } = setUp(found)
  expect(await loadScreen('/admin/leads', deps)).toMatchObject({ screen: { screen: 'app' } })
  expect(await loadScreen('/thank-you', deps)).toMatchObject({ screen: { screen: 'thank-you', reference: null } })
  expect(asked).toEqual([])
})

test.each(['/', '/materials', '/benefits', '/about', '/how-it-works'])('%s opens without a network', async (path) => {
  const { deps } = setUp(offline)
  const loaded = await loadScreen(path, deps)
  expect(loaded).toMatchObject({ fresh: false, screen: { screen: 'page', path } })
  const content = loaded.kind === 'screen' && 'content' in loaded.screen ? loaded.screen.content : null
  expect(JSON.stringify(content).match(/\{\w+\}/g)).toBeNull() // no number of a text is missing
})

test('a failing server counts as none, and so does the sign-in page of a café', async () => {
  for (const answer of [() => new Response('', { status: 503 }), () => new Response('<html>', { status: 200 })]) {
    expect(await loadScreen('/about', setUp(answer).deps)).toMatchObject({ fresh: false })
  }
})

test('the home page last seen is shown before the built-in one, completed by it', async () => {
  const { deps, stored } = setUp(offline)
  stored.set('home_content_v1', JSON.stringify({ bannerText: 'Seen before' }))
  expect(await loadScreen('/', deps)).toMatchObject({
    screen: { content: { bannerText: 'Seen before', portfolio: defaultHome.portfolio } },
  })
})

test('a page that was not cached says that there is no connection', async () => {
  const { deps } = setUp(offline)
  expect(await loadScreen('/winter-offer', deps)).toMatchObject({ fresh: false, screen: { screen: 'unreachable' } })
})

test('a page with a form is loaded as a document where this one may not load what the form needs', async () => {
  const { deps, asked } = setUp(() => Response.json({ ...defaultHome, page_version: 4 }))
  const about = setUp(found)
  expect(await loadScreen('/', { ...deps, formElsewhere: true })).toEqual({ kind: 'elsewhere' })
  expect(asked).toEqual([])
  expect(await loadScreen('/about', { ...about.deps, formElsewhere: true })).toMatchObject({ kind: 'screen' })
  expect(await loadScreen('/', deps)).toMatchObject({ kind: 'screen' })
})

test('default content that cannot be fetched is a warning on the console, and no page', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  onTestFinished(() => warn.mockRestore())
  const away = () => Promise.reject<never>(new TypeError('Failed to fetch dynamically imported module'))
  expect(await cachedContent('/', { kind: 'index', slug: '' }, () => localStorage, undefined, away)).toBeNull()
  expect(warn.mock.calls).toEqual([['The default content could not be fetched:', expect.any(TypeError)]])
})
