import { pageChannel } from '@kerbside/schema/pages/page'
import { defaultHome } from '@kerbside/schema/pages/defaults/default-home'
import { PageModel, PageVersionModel } from '@kerbside/schema/pages/page.model'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createSession, createUser, useTestApp } from '../testing/test-app.ts'
import type { Context } from '../deps.ts'
import { createPage, deletePage, getPage, updatePage } from './page-editing.service.ts'
import { renamedTo } from './page-place.ts'
import { createDraft, duplicatePage, pageHistory, restorePage } from './page-versions.service.ts'
import { publishedPage } from './pages.service.ts'

const app = useTestApp()
let ada: Context
let ben: Context
beforeEach(async () => {
  ada = app.contextOf((await createSession(await createUser('admin', { name: 'Ada' }))).viewer)
  ben = app.contextOf((await createSession(await createUser('admin', { name: 'Ben' }))).viewer)
})

const savePage = (ctx: Context, id: string, content: unknown, version: number) =>
  updatePage(ctx, null, id, { content, version })
const setPublished = (ctx: Context, id: string, is_published: boolean) => updatePage(ctx, null, id, { is_published })

const titled = (titleLine1: string) => ({ ...defaultHome, hero: { ...defaultHome.hero, titleLine1 } })
const shownTitle = async (slug: string) => {
  const page = await publishedPage(app.deps, 'index', slug)
  return page?.kind === 'index' ? page.content.hero.titleLine1 : null
}

test('a save makes a new draft and leaves what visitors see', async () => {
  const page = await createPage(ada, 'index', { url: '/summer', content: titled('One'), is_published: true })
  await savePage(ada, page.id, titled('Two'), 1)
  expect(await shownTitle('summer')).toBe('One')
  await setPublished(ada, page.id, true)
  expect(await shownTitle('summer')).toBe('Two')
  await setPublished(ada, page.id, false)
  expect(await shownTitle('summer')).toBeNull()
})

test('the second of two admins is told, and nothing of either is lost', async () => {
  const page = await createPage(ada, 'index', { url: '/summer', content: titled('One') })
  await savePage(ben, page.id, titled('Ben’s'), 1)
  await expect(savePage(ada, page.id, titled('Ada’s'), 1)).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'Changed meanwhile by Ben.',
  })
  expect((await getPage(ada, 'index', page.id)).content).toMatchObject({ hero: { titleLine1: 'Ben’s' } })
})

test('saves without a version, all at once: each becomes a version, the last one wins', async () => {
  const page = await createPage(ada, 'index', { url: '/summer', content: titled('One') })
  await Promise.all(['a', 'b', 'c', 'd'].map((title) => updatePage(ada, 'index', page.id, { content: titled(title) })))
  expect((await getPage(ada, 'index', page.id)).version).toBe(5)
  expect((await pageHistory(ada, page.id)).map(({ version }) => version)).toEqual([5, 4, 3, 2, 1])
})

test('restoring brings an earlier version back as a draft, unpublished', async () => {
  const page = await createPage(ada, 'index', { url: '/summer', content: titled('One'), is_published: true })
  await updatePage(ada, 'index', page.id, { content: titled('Two'), is_published: true })
  const restored = await restorePage(ada, page.id, 1)
  expect(restored).toMatchObject({ version: 3, publishedVersion: 2, content: { hero: { titleLine1: 'One' } } })
  expect(await shownTitle('summer')).toBe('Two')
  expect((await pageHistory(ada, page.id))[0]).toMatchObject({
    origin: 'restored from version 1',
    savedBy: { name: 'Ada' },
  })
})

test('a duplicate is a draft under a random url, and its source is untouched', async () => {
  const page = await createPage(ada, 'index', { url: '/summer', content: titled('One'), is_published: true })
  const copy = await duplicatePage(ada, page.id)
  expect(copy).toMatchObject({ isPublished: false, version: 1, content: { hero: { titleLine1: 'One' } } })
  expect(copy.url).toMatch(/^\/homepage-[a-z0-9]{8}$/)
  expect(copy.sublink).toBe(copy.url.slice(1))
  await savePage(ada, copy.id, titled('Copy'), 1)
  expect(await getPage(ada, 'index', page.id)).toMatchObject({ version: 1, content: { hero: { titleLine1: 'One' } } })
})

test('a draft without a url gets a random one, and another when a page has it', async () => {
  await createPage(ada, 'about', { url: '/about/aaaaaaaa' })
  const draw = vi.spyOn(crypto, 'getRandomValues').mockImplementationOnce((bytes) => bytes)
  const draft = await createDraft(ada, 'about', { content: undefined }).finally(() => draw.mockRestore())
  expect(draft).toMatchObject({ isPublished: false, url: expect.stringMatching(/^\/about\/[a-z0-9]{8}$/) })
  expect(draft.url).not.toBe('/about/aaaaaaaa')
})

test('a taken url is rejected with both fields named', async () => {
  await createPage(ada, 'index', { url: '/summer' })
  await expect(createPage(ada, 'index', { url: 'summer/' })).rejects.toMatchObject({
    code: 'INVALID',
    fields: { url: [expect.any(String)], sublink: [expect.any(String)] },
  })
})

test('a renamed public page leads on from its old url until another page takes it', async () => {
  const page = await createPage(ada, 'index', { url: '/summer', is_published: true })
  await updatePage(ada, 'index', page.id, { url: '/autumn' })
  expect(await renamedTo('/summer')).toBe('/autumn')
  await createPage(ada, 'index', { url: '/summer' })
  expect(await renamedTo('/summer')).toBeNull()
})

test('a sublink that does not agree with the url is rejected', async () => {
  await expect(createPage(ada, 'about', { url: '/about/team', sublink: 'crew' })).rejects.toMatchObject({
    fields: { sublink: [expect.stringContaining('about-team')] },
  })
})

test.each([
  ['index', '/', 'root'],
  ['index', '/summer', 'summer'],
  ['about', '/about', 'root'],
  ['about', '/about', ''],
  ['about', '/about/team', 'team'],
  ['about', '/about/team', 'about-team'],
  ['how-it-works', '/how-it-works', 'root'],
  ['how-it-works', '/how-it-works/fast', 'how-it-works-fast'],
] as const)('a page of the kind %s at %s takes the sublink %j', async (kind, url, sublink) => {
  expect(await createPage(ada, kind, { url, sublink })).toMatchObject({ url })
})

test('content that cannot be kept is rejected with the field named', async () => {
  const page = await createPage(ada, 'index', { url: '/summer', content: titled('One') })
  const bad = {
    ...defaultHome,
    header: { ...defaultHome.header, navLinks: [{ label: 'x', path: 'javascript:alert(1)' }] },
  }
  await expect(savePage(ada, page.id, bad, 1)).rejects.toMatchObject({
    code: 'INVALID',
    fields: { 'content.header.navLinks.0.path': [expect.any(String)] },
  })
})

test('a manager may not touch pages, and a deleted page is gone with its history', async () => {
  const page = await createPage(ada, 'index', { url: '/summer', is_published: true })
  const manager = app.contextOf((await createSession(await createUser('manager'))).viewer)
  await expect(deletePage(manager, 'index', page.id)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await deletePage(ada, 'index', page.id)
  await expect(getPage(ada, 'index', page.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await shownTitle('summer')).toBeNull()
})

test('what another api process publishes is shown here as soon as the message comes, not only when the cached copy expires', async () => {
  const channel = pageChannel(app.config.REDIS_PREFIX)
  await expect.poll(() => app.deps.redis.pubsub('NUMSUB', channel)).toEqual([channel, 1])
  // At a standing clock a cached copy never expires.
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now())
  onTestFinished(() => clock.mockRestore())
  const page = await createPage(ada, 'index', { url: '/summer', content: titled('One'), is_published: true })
  expect(await shownTitle('summer')).toBe('One')
  // As the other process writes it, behind this one's back.
  const content = { ...titled('Two') }
  await PageVersionModel.create({ pageId: page.id, version: 2, content, savedAt: new Date() })
  await PageModel.updateOne({ _id: page.id }, { version: 2, publishedVersion: 2 })
  expect(await shownTitle('summer')).toBe('One')
  await app.deps.redis.publish(channel, 'changed')
  await expect.poll(() => shownTitle('summer')).toBe('Two')
})
