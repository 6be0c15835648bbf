import { defaultHome } from '@kerbside/schema/pages/defaults/default-home'
import { PageModel, PageVersionModel } from '@kerbside/schema/pages/page.model'
import { withNumbers } from '@kerbside/schema/pages/numbers-in-texts'
import { defaultPublicSettings } from '@kerbside/schema/settings/public-settings'
import { defaultSettings } from '@kerbside/schema/settings/settings'
import { Types } from 'mongoose'
import { beforeEach, expect, test } from 'vitest'
import { createTestApp, useTestApp } from '../testing/test-app.ts'
import { clearPageCache } from './pages.service.ts'

const app = useTestApp()
const at = new Date('2026-11-20T10:00:00Z')
beforeEach(() => clearPageCache())

type Changes = { kind?: string; published?: number | null; isPublished?: boolean; formerUrls?: string[] }

/** A page with one version per title. */
async function aPage(url: string, titles: string[], changes: Changes = {}) {
  const { kind = 'index', published = titles.length, isPublished = published !== null, formerUrls = [] } = changes
  const pageId = new Types.ObjectId()
  const sublink = kind === 'about' ? url.slice(1).replace('/', '-') : (url.split('/').at(-1) ?? '')
  await PageVersionModel.insertMany(
    titles.map((title, index) => ({
      pageId,
      version: index + 1,
      content: { hero: kind === 'index' ? { titleLine1: title } : { title } },
      savedAt: at,
    })),
  )
  const stored = { kind, url, sublink: ['/', '/about', '/how-it-works'].includes(url) ? '' : sublink, formerUrls }
  await PageModel.create({
    _id: pageId,
    ...stored,
    version: titles.length,
    publishedVersion: published,
    isPublished,
    publishedAt: published === null ? null : at,
    createdAt: at,
    updatedAt: at,
  })
  return String(pageId)
}

test('200: the built-in content of each kind until a page of its own exists', async () => {
  const home = await app.request('GET', '/api/index/root')
  expect(home.status).toBe(200)
  expect(home.body).toEqual({ ...withNumbers(defaultHome, defaultPublicSettings), page_version: 0 })
  expect((await app.request('GET', '/api/about/root')).body).toMatchObject({ page_version: 0, mission: {} })
  expect((await app.request('GET', '/api/how-it-works/root')).body).toMatchObject({ page_version: 0, steps: {} })
  expect((await app.request('GET', '/api/index/materials')).body.page_version).toBe(0)

  await aPage('/', ['Drives done right'])
  clearPageCache()
  const own = await app.request('GET', '/api/index/root')
  expect(own.body).toMatchObject({ hero: { titleLine1: 'Drives done right' }, page_version: 1 })
  expect((await app.request('GET', '/api/index/default')).body).toEqual(home.body)
})

test('texts tell the numbers of the settings, and a literal one stays as it was written', async () => {
  await aPage('/offer', ['{Firms} firms at most, not five, within {hours} hours'])
  const titleOf = async (changes: Partial<typeof defaultSettings>) => {
    const settings = { ...defaultSettings, ...changes }
    const other = createTestApp(app.config, { settings: Object.assign(() => settings, app.deps.settings) })
    const { body, headers } = await other.request('GET', '/api/index/offer')
    await other.close()
    return [body.hero.titleLine1, headers.get('etag')]
  }
  const before = await titleOf({})
  const after = await titleOf({ firmsPerLead: 3, promiseHours: 1 })
  expect([before[0], after[0]]).toEqual([
    'Five firms at most, not five, within 2 hours',
    'Three firms at most, not five, within 1 hour',
  ])
  expect(after[1]).not.toBe(before[1])
})

test('a draft is nobody’s business', async () => {
  await aPage('/offer', ['Published', 'Draft'], { published: 1 })
  await aPage('/unborn', ['Draft'], { published: null })
  expect((await app.request('GET', '/api/index/offer')).body).toMatchObject({ hero: { titleLine1: 'Published' } })
  expect((await app.request('GET', '/api/index/unborn')).status).toBe(404)
  expect((await app.request('GET', '/unborn')).status).toBe(404)
  expect((await app.request('GET', '/offer')).body).not.toContain('Draft')
})

test('slugs of about and how-it-works are understood with and without their prefix', async () => {
  await aPage('/about/team', ['Our team'], { kind: 'about' })
  await aPage('/how-it-works/firms', ['For firms'], { kind: 'how-it-works' })
  for (const path of ['/api/about/team', '/api/about/about-team'])
    expect((await app.request('GET', path)).body).toMatchObject({ hero: { title: 'Our team' } })
  expect((await app.request('GET', '/api/how-it-works/how-it-works-firms')).body.hero.title).toBe('For firms')
})

test('304: content that has not changed is not sent again', async () => {
  const { headers } = await app.request('GET', '/api/index/root')
  const etag = headers.get('etag') ?? ''
  const again = await app.request('GET', '/api/index/root', { headers: { 'if-none-match': `"x", W/${etag}` } })
  expect([again.status, again.body, again.headers.get('etag')]).toEqual([304, null, etag])
})

test.each(['nothing', '%2e%2e', 'a%2Fb', '%00', '{"$ne":1}', 'admin'])('404: there is no page %s', async (slug) => {
  expect((await app.request('GET', `/api/index/${encodeURIComponent(slug)}`)).status).toBe(404)
})

test('a cached value is returned again when it cannot be loaded again', async () => {
  const { createCache } = await import('./page-cache.ts')
  const cache = createCache<string>(10, 1)
  await cache.get('key', null, async () => 'old')
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect(await cache.get('key', null, () => Promise.reject(new Error('away')))).toBe('old')
  await expect(cache.get('other', null, () => Promise.reject(new Error('away')))).rejects.toThrow('away')
})
