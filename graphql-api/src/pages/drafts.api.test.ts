import { defaultHome } from '@kerbside/schema/pages/defaults/default-home'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { signInAs, useTestApp } from '../testing/test-app.ts'

// Content pages, REST: 200, 201, 404, 409, 422 · their HTML: 200, 404 · GraphQL page and pages: data, UNAUTHENTICATED
const dist = mkdtempSync(join(tmpdir(), 'kerbside-drafts-'))
mkdirSync(join(dist, 'server'))
mkdirSync(join(dist, 'client'))
writeFileSync(
  join(dist, 'server/entry-server.js'),
  `export const render = (state) => ({ head: '', body: state.content?.hero.titleLine1 ?? state.screen })`,
)
writeFileSync(join(dist, 'client/index.html'), '<html><!--head--><body><!--body--><!--state--></body></html>')
afterAll(() => rmSync(dist, { recursive: true }))

const app = useTestApp({ PWA_DIST: dist })
const secret = 'Not for visitors yet'
const titled = (titleLine1: string) => ({ ...defaultHome, hero: { ...defaultHome.hero, titleLine1 } })

/** Everything a visitor can ask for about a page, as one text. */
async function seenByVisitors(url: string): Promise<string> {
  const answers = await Promise.all([
    app.request('GET', url),
    app.request('GET', `/api/index${url}`),
    app.request('GET', '/sitemap.xml'),
    app.graphql(`{ page(kind: HOME, slug: "${url.slice(1)}") { content } }`),
    app.graphql('{ pages(kind: HOME) { url content } }'),
    app.request('GET', '/api/content/index'),
  ])
  return JSON.stringify(answers)
}

test('a draft of a public page never reaches a visitor, whatever was shown and cached before', async () => {
  const token = await signInAs('admin')
  const made = await app.request('POST', '/api/content/index', {
    token,
    body: { url: '/summer', content: titled('In public'), is_published: true },
  })
  expect(made.status).toBe(201)
  expect(await seenByVisitors('/summer')).toContain('In public')
  const path = `/api/content/index/${made.body.data.id}`
  const saved = await app.request('PATCH', path, { token, body: { content: titled(secret), version: 1 } })
  expect([saved.status, saved.body.data.version]).toEqual([200, 2])
  const seen = await seenByVisitors('/summer')
  expect(seen).toContain('In public')
  expect(seen).not.toContain(secret)

  const stale = await app.request('PATCH', path, { token, body: { content: titled('Late'), version: 1 } })
  expect(stale.status).toBe(409)
  await app.request('PATCH', path, { token, body: { is_published: true } })
  expect(await seenByVisitors('/summer')).toContain(secret)
})

test('a page that was never published does not exist for visitors, and one taken away no longer does', async () => {
  const token = await signInAs('admin')
  const draft = await app.request('POST', '/api/content/index', {
    token,
    body: { url: '/autumn', content: titled(secret) },
  })
  expect(draft.body.data).toMatchObject({ is_published: false, sublink: 'autumn', published_at: null })
  expect((await app.request('GET', '/autumn')).status).toBe(404)
  expect(await seenByVisitors('/autumn')).not.toContain(secret)

  const path = `/api/content/index/${draft.body.data.id}`
  await app.request('PATCH', path, { token, body: { is_published: true } })
  expect((await app.request('GET', '/autumn')).status).toBe(200)
  await app.request('PATCH', path, { token, body: { is_published: false } })
  expect((await app.request('GET', '/autumn')).status).toBe(404)
  expect((await app.request('GET', '/api/index/autumn')).status).toBe(404)
})

test('the spec’s upsert works: list, find by url, patch the content, or post url, sublink and content', async () => {
  const token = await signInAs('admin')
  const body = { url: '/about/team', sublink: 'about-team', content: { hero: { title: 'Our team' } } }
  expect((await app.request('POST', '/api/content/about', { token, body })).status).toBe(201)
  const { data } = (await app.request('GET', '/api/content/about', { token })).body
  const found = data.find(({ url }: { url: string }) => url === '/about/team')
  const patched = await app.request('PATCH', `/api/content/about/${found.id}`, {
    token,
    body: { content: { hero: { title: 'The whole team' } }, is_published: true },
  })
  expect(patched.body.data).toMatchObject({ is_published: true, version: 2 })
  expect((await app.request('GET', '/api/about/team')).body.hero.title).toBe('The whole team')
  expect((await app.request('GET', '/api/content/about/latest', { token })).body.data.url).toBe('/about/team')
  expect((await app.request('POST', '/api/content/about', { token, body })).status).toBe(422)
  expect((await app.request('GET', '/api/content/about?cursor=bm90IG91cnM', { token })).status).toBe(400)
})

test('only admins reach the page collections', async () => {
  const manager = await signInAs('manager')
  for (const path of ['/api/content/index', '/api/content/about/latest', '/api/content/how-it-works/nope']) {
    expect((await app.request('GET', path)).status).toBe(401)
    expect((await app.request('GET', path, { token: manager })).status).toBe(403)
  }
})

test('every wrong field of a page is named at once, by REST and GraphQL', async () => {
  const token = await signInAs('admin')
  const make = (body: object) => app.request('POST', '/api/content/index', { token, body })
  await make({ url: '/taken' })
  const other = await make({ url: '/other', content: {} })
  const wrong = {
    url: '/taken',
    sublink: 'elsewhere',
    content: { hero: { bullets: 5 } },
    is_published: 'yes',
    extra: 1,
  }
  const names = ['content.hero.bullets', 'extra', 'is_published', 'sublink', 'url']
  const answers = [
    await make(wrong),
    await app.request('PATCH', `/api/content/index/${other.body.data.id}`, { token, body: wrong }),
  ]
  for (const { status, body } of answers) {
    expect([status, Object.keys(body.errors).sort()]).toEqual([422, names])
  }
  const createPage = 'mutation ($content: JSON) { createPage(kind: HOME, url: "/taken", content: $content) { id } }'
  const made = await app.graphql(createPage, { content: wrong.content }, token)
  expect(Object.keys(made.errors?.[0]?.extensions['fields'] as object)).toEqual([
    'url',
    'sublink',
    'content.hero.bullets',
  ])
  const moved = 'mutation ($id: ID!) { updatePageUrl(id: $id, url: "/taken") { id } }'
  const rejected = await app.graphql(moved, { id: other.body.data.id }, token)
  expect(Object.keys(rejected.errors?.[0]?.extensions['fields'] as object)).toEqual(['url', 'sublink'])
})

test('a page list gives every record without a limit, newest first, and finds one by its url', async () => {
  const token = await signInAs('admin')
  for (let count = 1; count <= 30; count += 1) {
    await app.request('POST', '/api/content/how-it-works', { token, body: { url: `/how-it-works/n${count}` } })
  }
  const list = async (query: string) => (await app.request('GET', `/api/content/how-it-works${query}`, { token })).body
  const urls = ({ data }: { data: { url: string }[] }) => data.map(({ url }) => url)
  const all = await list('')
  expect([all.data.length, all.total, all.next_cursor]).toEqual([30, 30, null])
  expect(urls(all).slice(0, 2)).toEqual(['/how-it-works/n30', '/how-it-works/n29'])
  expect(urls(await list('?url=/how-it-works/n1/'))).toEqual(['/how-it-works/n1'])
  expect((await list('?url=/how-it-works/nowhere')).total).toBe(0)
  const first = await list('?limit=20')
  expect([first.data.length, first.total]).toEqual([20, 30])
  expect(urls(await list(`?limit=20&cursor=${first.next_cursor}`))).toEqual(urls(all).slice(20))
})

test.each(['/api/quote', '/api/auth/user', '/api/content/index', '/api/content/about'])(
  '%s takes a whole number above 0 as its limit, and names what else it is given',
  async (path) => {
    const token = await signInAs('admin')
    const ask = (limit: string) => app.request('GET', `${path}?limit=${limit}`, { token })
    for (const wrong of ['0', '-1', '1.5', 'abc', '1e2', '0x10', '%20', 'NaN']) {
      const { status, body } = await ask(wrong)
      expect([wrong, status, Object.keys(body.errors)]).toEqual([wrong, 422, ['limit']])
    }
    for (const right of ['1', '200', '201', '99999999999999999999']) expect((await ask(right)).status).toBe(200)
    const foreign = await app.request('GET', `${path}?cursor=Zm9yZWlnbg`, { token })
    expect([foreign.status, Object.keys(foreign.body.errors)]).toEqual([400, ['cursor']])
  },
)
