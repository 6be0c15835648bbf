import { pageChannel } from '@kerbside/schema/pages/page'
import { MeasuredFiguresModel } from '@kerbside/schema/promise/measured-figures.model'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { builtWebApp, stateOf } from '../testing/site.ts'
import { createSession, createUser, useTestApp } from '../testing/test-app.ts'
import { clearPageCache } from './pages.service.ts'

const { dist } = builtWebApp()
const app = useTestApp({ PWA_DIST: dist })
beforeEach(() => clearPageCache())

/** As the worker stores it: 40 leads, answered after 38 minutes by half of the time. */
const measure = (changes: object = {}) =>
  MeasuredFiguresModel.replaceOne(
    { _id: 'latest' },
    { measuredAt: new Date(), promiseHours: 2, leads: 40, inTime: 39, medianMinutes: 38, firms: 136, ...changes },
    { upsert: true },
  )
const html = async (path: string) => (await app.request('GET', path)).body as string
const claim = 'half of all homeowners had their first answer within'

test('a fresh installation shows no figure, and no hole where one would be', async () => {
  for (const path of ['/', '/about', '/how-it-works', '/materials', '/benefits', '/no-such-page']) {
    const body = await html(path)
    expect(body).not.toMatch(/\{(?:medianResponse|firmsPerRequest|answeredInTime)\}/)
    expect(body).not.toContain(claim)
  }
  expect(await html('/')).toContain('Requests go out within minutes.</p>')
})

test('the document, its state and the JSON of the page tell the same figures', async () => {
  await measure()
  const body = await html('/')
  expect(body).toContain(`Requests go out within minutes. Over the past 90 days, ${claim} 38 minutes.</p>`)
  expect(body).toContain('97% answered in time')
  const { body: content } = await app.request('GET', '/api/index/root')
  const { page_version: _, ...root } = content
  expect(stateOf(body).content).toEqual(root)
  expect(await html('/about')).toContain('97%')
})

test('figures go as soon as the promise is missed or too old a measurement is all there is', async () => {
  const shown = async (changes: object) => {
    await measure(changes)
    clearPageCache()
    return (await html('/')).includes(claim)
  }
  expect(await shown({})).toBe(true)
  expect(await shown({ leads: 19, inTime: 19 })).toBe(false)
  expect(await shown({ inTime: 35 })).toBe(false)
  expect(await shown({ promiseHours: 4 })).toBe(false)
  expect(await shown({ measuredAt: new Date(Date.now() - 25 * 3_600_000) })).toBe(false)
})

test('a rendered page is made anew when a worker says so, and not while nothing changed', async () => {
  const channel = pageChannel(app.config.REDIS_PREFIX)
  await expect.poll(() => app.deps.redis.pubsub('NUMSUB', channel)).toEqual([channel, 1])
  // At a standing clock nothing that is cached expires.
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now())
  onTestFinished(() => clock.mockRestore())
  expect(await html('/')).not.toContain(claim)
  await measure()
  expect(await html('/')).not.toContain(claim)
  await app.deps.redis.publish(channel, 'changed')
  await expect.poll(() => html('/')).toContain(claim)
})

test('staff see the figures, and why visitors do not', async () => {
  const { token } = await createSession(await createUser('manager'))
  const asked = async () => {
    const query = `{ dashboard { publicFigures { leads hiddenBecause
      texts { medianResponse firmsPerRequest answeredInTime } } } }`
    return (await app.graphql(query, {}, token)).data.dashboard.publicFigures
  }
  expect(await asked()).toMatchObject({ leads: 0, texts: null, hiddenBecause: expect.stringContaining('Nothing') })
  await measure({ leads: 19, inTime: 18 })
  expect(await asked()).toEqual({
    leads: 19,
    hiddenBecause: 'Only 19 of the 20 leads that it takes are old enough to be measured.',
    texts: { medianResponse: '38 minutes', firmsPerRequest: '7.1', answeredInTime: '94%' },
  })
  await measure()
  expect(await asked()).toMatchObject({ leads: 40, hiddenBecause: null })
})
