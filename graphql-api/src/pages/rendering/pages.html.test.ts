import { PageVersionModel } from '@kerbside/schema/pages/page.model'
import { defaultPublicSettings } from '@kerbside/schema/settings/public-settings'
import { defaultSettings } from '@kerbside/schema/settings/settings'
import { saveSettings } from '@kerbside/schema/testing/settings'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { createTestApp, testConfig, useTestApp } from '../../testing/test-app.ts'
import { clearPageCache } from '../pages.service.ts'
import { builtWebApp, publishPage, stateOf } from '../../testing/site.ts'

const { dist, script, nonces } = builtWebApp()

const app = useTestApp({ PWA_DIST: dist })
beforeEach(() => clearPageCache())

const get = (path: string, headers: Record<string, string> = {}) => app.request('GET', path, { headers })

test('200: a page arrives complete, with a nonce, an id and a stamp of its own each time', async () => {
  const [first, second] = [await get('/'), await get('/')]
  expect(first.status).toBe(200)
  expect(first.headers.get('cache-control')).toBe('no-cache')
  const [one, two] = [stateOf(first.body), stateOf(second.body)]
  expect(one).toMatchObject({ screen: 'page', path: '/', kind: 'index', slug: '', pageVersion: 0, preview: false })
  expect(one.form.submissionId).toMatch(/^[\da-f-]{36}$/)
  expect(one.form.submissionId).not.toBe(two.form.submissionId)
  expect(first.body).toContain(`value="${one.form.submissionId}"`)
  const nonce = /nonce="([^"]+)"/.exec(first.body)?.[1]
  expect(first.headers.get('content-security-policy')).toContain(`'nonce-${nonce}'`)
  expect(second.body).not.toContain(nonce)
})

test('200: every kind of page is at its own url, HEAD included, and about pages bring the home page’s header', async () => {
  await publishPage('/offer', 'index', 'offer')
  await publishPage('/about/team', 'about', 'about-team')
  expect(stateOf((await get('/offer')).body)).toMatchObject({ path: '/offer', slug: 'offer', pageVersion: 1 })
  expect(stateOf((await get('/about/team')).body)).toMatchObject({
    kind: 'about',
    slug: 'team',
    home: { header: { logoText: 'Kerbside' } },
  })
  for (const path of ['/about', '/how-it-works', '/materials', '/benefits']) expect((await get(path)).status).toBe(200)
  const head = await app.request('HEAD', '/offer')
  expect([head.status, head.body]).toEqual([200, null])
})

test('no content can close the state element', async () => {
  await publishPage('/offer', 'index', 'offer')
  const { body } = await get('/offer')
  expect(body).toContain(String.raw`Page /offer \u003cscript>`)
})

test('301: other spellings and renamed urls lead to the page, with their query', async () => {
  await publishPage('/about/team', 'about', 'about-team')
  await publishPage('/new', 'index', 'new', { formerUrls: ['/old'] })
  const cases = [
    ['/about-team?utm_source=x', '/about/team?utm_source=x'],
    ['/team/about', '/about/team'],
    ['/new/', '/new'],
    ['/root', '/'],
    ['/old', '/new'],
    ['/login/', '/login'],
    ['/privacy/', '/privacy'],
  ]
  for (const [path = '', target] of cases) {
    const answer = await get(path)
    expect([path, answer.status, answer.headers.get('location')]).toEqual([path, 301, target])
  }
})

test.each(['privacy', 'cookies', 'terms'])(
  '200: /%s is a page of the site’s own, and names its operator',
  async (page) => {
    const { status, body, headers } = await get(`/${page}`)
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-cache'])
    expect(stateOf(body)).toMatchObject({
      screen: 'legal',
      page,
      path: `/${page}`,
      operator: { name: expect.stringContaining('made up'), email: 'privacy@kerbside.example' },
      home: { header: { logoText: 'Kerbside' } },
    })
    expect((await get('/sitemap.xml')).body).toContain(`<loc>http://kerbside.test/${page}</loc>`)
  },
)

test('a legal page that is made while the settings change does not keep the former operator', async () => {
  const [former, current] = [
    { ...defaultSettings, operatorName: 'Former Ltd' },
    { ...defaultSettings, operatorName: 'Current Ltd' },
  ]
  for (const changedAfter of [1, 2, 3]) {
    let reads = 0
    const settings = Object.assign(() => (reads++ < changedAfter ? former : current), app.deps.settings)
    const changing = createTestApp(testConfig({ PWA_DIST: dist }), { settings })
    const show = () => changing.request('GET', '/privacy')
    while (reads <= changedAfter) await show()
    expect(stateOf((await show()).body).operator.name).toBe('Current Ltd')
    await changing.close()
  }
})

test.each(['/nothing', '/about/nothing', '/privacy/x', '/%2e%2e/etc', '/offers/x/y', '/a/b/c'])(
  '404: %s is not found, in a page',
  async (path) => {
    const { status, body } = await get(path)
    expect(status).toBe(404)
    expect(stateOf(body)).toMatchObject({ screen: 'not-found', path: new URL(path, 'http://x').pathname })
  },
)

test('404: a missing file is not a page, and an unknown endpoint answers as an endpoint', async () => {
  expect((await get('/assets/app-0000.js')).body).toBe('Not found')
  expect((await get('/index.html')).status).toBe(404)
  expect((await get('/api/nothing')).headers.get('content-type')).toBe('application/problem+json')
})

test('search engines find every public page, and no draft', async () => {
  await publishPage('/summer', 'index', 'summer')
  await publishPage('/winter', 'index', 'winter', { isPublished: false, publishedVersion: null, publishedAt: null })
  const { status, headers, body } = await get('/sitemap.xml')
  expect([status, headers.get('content-type')]).toEqual([200, 'application/xml; charset=utf-8'])
  expect(body).toContain('<loc>http://kerbside.test/summer</loc><lastmod>2026-11-20')
  expect(body).toContain('<loc>http://kerbside.test/materials</loc>')
  expect(body).not.toContain('winter')
  expect((await get('/robots.txt')).body).toContain('Sitemap: http://kerbside.test/sitemap.xml')
})

test('signing in and the staff area are the app’s shell', async () => {
  for (const path of ['/login', '/admin', '/admin/leads/7', '/manager/leads']) {
    const { status, body } = await get(path)
    expect([status, stateOf(body)]).toEqual([200, { screen: 'app', path, settings: defaultPublicSettings }])
  }
})

test('files: immutable assets, compressed ahead, and a service worker that is always asked for', async () => {
  const asset = await app.send(script, { headers: { 'accept-encoding': 'gzip, br' } })
  expect(asset.headers.get('cache-control')).toContain('immutable')
  expect(asset.headers.get('content-encoding')).toBe('br')
  expect(asset.headers.get('content-type')).toContain('text/javascript')
  const plain = await get(script)
  expect(brotliDecompressSync(Buffer.from(await asset.arrayBuffer())).toString()).toBe(plain.body)
  expect((await get(script, { 'if-none-match': plain.headers.get('etag') ?? '' })).status).toBe(304)
  const worker = await get('/service-worker.js')
  expect([worker.headers.get('cache-control'), worker.headers.get('service-worker-allowed')]).toEqual(['no-cache', '/'])
  expect((await get('/images/materials/gravel.svg')).headers.get('content-type')).toBe('image/svg+xml')
  expect((await get('/robots.txt')).body).toContain('Disallow: /admin')
})

test('files: switched off, the service worker is answered by one that removes itself, and pages are told', async () => {
  const told = async () => stateOf((await get('/')).body).settings.serviceWorkerOff
  expect([(await get('/service-worker.js')).body.includes('unregister()'), await told()]).toEqual([false, undefined])
  await saveSettings(app.deps.settings, { serviceWorkerOff: true })
  onTestFinished(() => saveSettings(app.deps.settings, { serviceWorkerOff: false }))
  const { status, headers, body } = await get('/service-worker.js')
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-cache'])
  expect(headers.get('content-type')).toContain('text/javascript')
  expect(body).toContain('unregister()')
  expect([await told(), stateOf((await get('/login')).body).settings.serviceWorkerOff]).toEqual([true, true])
})

test('files: all that a page asks for at once are found, right after the start too', async () => {
  const fresh = createTestApp(testConfig({ PWA_DIST: dist }))
  const paths = [script, '/service-worker.js', '/images/materials/gravel.svg']
  const answers = await Promise.all(paths.map((path) => fresh.request('GET', path)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  await fresh.close()
})

test.each([
  '/../server/entry-server.js',
  '/..%2fserver%2fentry-server.js',
  '/assets/%2e%2e/%2e%2e/server/entry-server.js',
])('files: %s leads nowhere', async (path) => {
  const { status, body } = await get(path)
  expect(status).toBe(404)
  expect(body).not.toContain('export')
})

test.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
] as const)('documents are compressed with %s for those who can read it', async (encoding, unpack) => {
  const answer = await app.send('/', { headers: { 'accept-encoding': encoding } })
  expect(answer.headers.get('content-encoding')).toBe(encoding)
  expect(stateOf(unpack(Buffer.from(await answer.arrayBuffer())).toString()).path).toBe('/')
})

test('a draft is shown to whoever holds its preview link, until it runs out', async () => {
  const pageId = await publishPage('/offer', 'index', 'offer', { isPublished: false, publishedVersion: null })
  const sign = (minutes: number) =>
    app.deps.links.sign({ purpose: 'preview', pageId }, new Date(Date.now() + minutes * 60_000))
  const { status, body, headers } = await get(`/offer?preview=${await sign(60)}`)
  expect([status, headers.get('cache-control'), stateOf(body).preview]).toEqual([200, 'no-store', true])
  expect((await get(`/offer?preview=${await sign(-1)}`)).status).toBe(410)
  expect((await get(`/?preview=${await sign(60)}`)).status).toBe(404)
  expect((await get('/offer?preview=x')).status).toBe(404)
})

test('a web app that is not built is a bug that is logged, and a page that says sorry', async () => {
  const unbuilt = createTestApp(testConfig({ PWA_DIST: join(dist, 'nowhere') }))
  const { status, body } = await unbuilt.request('GET', '/')
  await unbuilt.close()
  expect(status).toBe(500)
  expect(body).toContain('Something went wrong')
  expect(body).not.toContain('nowhere')
})

test('a text that looks like the place of a nonce is shown as it is', async () => {
  const text = '__NONCE__'
  await publishPage('/nonce', 'index', 'nonce')
  await PageVersionModel.updateMany({}, { $set: { 'content.hero.titleLine1': text } })
  clearPageCache()
  const { body, headers } = await get('/nonce')
  const nonce = /'nonce-([^']+)'/.exec(headers.get('content-security-policy') ?? '')?.[1] ?? 'none'
  expect(nonces).toBeGreaterThan(1)
  expect(body.split(` nonce="${nonce}"`)).toHaveLength(nonces + 1)
  expect(body.split(nonce)).toHaveLength(nonces + 1)
  expect(stateOf(body).content.hero.titleLine1).toBe(text)
})

test('what lies below /admin or /manager and is no screen is 404, in the app', async () => {
  for (const path of ['/admin', '/admin/leads/7', '/manager/leads', '/login'])
    expect((await get(path)).status).toBe(200)
  for (const path of ['/admin/nothing', '/manager/users', '/admin/leads/7/x', '/admin/constructor']) {
    const { status, body } = await get(path)
    expect([status, stateOf(body)]).toEqual([404, { screen: 'app', path, settings: defaultPublicSettings }])
  }
})

test('the content of a slug says at which path it is shown, and other spellings lead there', async () => {
  await publishPage('/london/fulham', 'index', 'london')
  await publishPage('/about-team', 'about', 'about-team')
  const linkOf = async (path: string) => (await get(path)).headers.get('link')
  expect(await linkOf('/api/index/london')).toBe('</london/fulham>; rel="canonical"')
  expect(await linkOf('/api/about/team')).toBe('</about-team>; rel="canonical"')
  expect(await linkOf('/api/index/root')).toBe('</>; rel="canonical"')
  expect((await get('/london')).status).toBe(404)
  for (const path of ['/about/team', '/team/about', '/about/about-team']) {
    const { status, headers } = await get(path)
    expect([path, status, headers.get('location')]).toEqual([path, 301, '/about-team'])
  }
})
