import { legalPageAt, sharePaths, shareResult, siteArea, staffPath } from '@kerbside/schema/pages/site-paths'
import { otherSpelling } from '@kerbside/schema/pages/page-url'
import { publicPath } from '@kerbside/schema/pages/public-path'
import { Hono, type Context as HonoContext } from 'hono'
import { getCookie } from 'hono/cookie'
import { html } from 'hono/html'
import { join } from 'node:path'
import { keptAssetsFolder } from '../../config.ts'
import type { Deps, AppEnv } from '../../deps.ts'
import { shownError } from '../../http/errors.ts'
import { answerHtml, type HtmlStatus } from '../../http/html-response.ts'
import { discardBody } from '../../http/read-body.ts'
import { renamedTo } from '../page-place.ts'
import { pageAt, previewedPage, publishedPage } from '../pages.service.ts'
import { plainPage } from '../../http/plain-page.ts'
import { developmentFiles } from './development.ts'
import { createRenderer } from './renderer.ts'
import { createFormStamps, createScreens, type FormStamps, type Screens } from './screens.ts'
import { robots, sitemap } from './sitemap.ts'
import { staticFiles } from '../../http/static-files.ts'

type C = HonoContext<AppEnv>

/** Sends the reference to the thank-you page only. */
export const referenceCookie = 'kerbside_reference'

/** What answers a form that is posted to the page it stands on. */
export type FormPost = (parts: {
  stamps: FormStamps
  screens: Screens
  notFound: (c: C) => Promise<Response>
}) => (c: C) => Promise<Response>

/** In place of the service worker while it is switched off. What waits in IndexedDB stays, and no page is reloaded. */
const serviceWorkerOff = `self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(remove()))
async function remove() {
  await self.registration.unregister()
  for (const name of await caches.keys()) await caches.delete(name)
}
`
const removalHeaders = { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' }

const forAnHour = { 'cache-control': 'public, max-age=3600' }

/** Everything that a browser opens by its address: files, pages, the app's shell. To be registered last. */
export function pagesRoutes(deps: Deps, formPost: FormPost) {
  const { config } = deps
  const stamps = createFormStamps(config.JWT_SECRET)
  const screens = createScreens(createRenderer(config), stamps, config)

  const show = async (c: C): Promise<Response> => {
    const { path } = c.req
    if (siteArea(path) === 'file') return c.text('Not found', 404)
    const staff = staffPath(path)
    if (staff !== null) return answerHtml(c, await screens.shell(c, path), { status: staff === 'screen' ? 200 : 404 })
    if (path === '/thank-you') return thankYou(c)
    const legal = legalPageAt(path)
    if (legal !== null) return answerHtml(c, await screens.legal(c, legal))
    const token = c.req.query('preview')
    if (token !== undefined) {
      const draft = await previewedPage(c.get('context'), token, path)
      return answerHtml(c, await screens.preview(c, draft), { cache: 'no-store', headers: screens.headers(c, draft) })
    }
    const page = await pageAt(c.get('context'), path)
    if (page !== null) return answerHtml(c, await screens.page(c, page), { headers: screens.headers(c, page) })
    const elsewhere = await movedTo(c, path)
    if (elsewhere !== null) return c.redirect(elsewhere + new URL(c.req.url).search, 301)
    return notFound(c)
  }

  const thankYou = async (c: C): Promise<Response> => {
    const reference = referenceOf(getCookie(c, referenceCookie))
    const cache = reference === null ? 'no-cache' : 'no-store'
    return answerHtml(c, await screens.thankYou(c, reference), { cache })
  }

  const notFound = async (c: C): Promise<Response> => {
    // A missing file is asked for by a program, which needs no HTML page.
    if (/\.[a-z\d]{2,5}$/i.test(c.req.path)) return c.text('Not found', 404)
    return answerHtml(c, await screens.notFound(c, c.req.path), { status: 404 })
  }

  return (
    new Hono<AppEnv>()
      .get('/robots.txt', (c) => c.text(robots(config.PUBLIC_URL), 200, forAnHour))
      .get('/sitemap.xml', async (c) =>
        c.body(await sitemap(c.get('context')), 200, {
          'content-type': 'application/xml; charset=utf-8',
          ...forAnHour,
        }),
      )
      .get('/service-worker.js', async (c, next) =>
        c.get('context').settings().serviceWorkerOff || config.VITE_URL
          ? c.body(serviceWorkerOff, 200, removalHeaders)
          : next(),
      )
      .use(config.VITE_URL ? developmentFiles(config.VITE_URL) : staticFiles(join(config.PWA_DIST, 'client')))
      // What pages of former builds ask for.
      .use('/assets/*', staticFiles(keptAssetsFolder(config)))
      .on(['GET', 'POST'], '*', async (c, next) => (siteArea(c.req.path) === 'endpoint' ? c.notFound() : next()))
      .on('POST', [...sharePaths], shareAgain)
      .get('*', show)
      .post('*', formPost({ stamps, screens, notFound }))
      .onError((error, c) => errorPage(error, c))
  )
}

/** Photos that a phone shares to a staff app whose service worker is not there to take them. */
async function shareAgain(c: C): Promise<Response> {
  // A browser that is still sending would show the end of the connection in place of the answer.
  await discardBody(c.req.raw, sharedBytes)
  return c.redirect(`${c.req.path}?${shareResult.notKept}`, 303)
}

/** Ten photos as large as the service worker takes them. */
const sharedBytes = 210 * 1024 * 1024

/** The path to redirect to, when this one is another spelling of a page's url or the url before a rename. */
async function movedTo(c: C, path: string): Promise<string | null> {
  const context = c.get('context')
  const renamed = await renamedTo(path)
  if (renamed !== null) return renamed
  const other = otherSpelling(path)
  const isOurs =
    other !== null && (staffPath(other) === 'screen' || other === '/thank-you' || legalPageAt(other) !== null)
  if (isOurs) return other
  const place = publicPath(path)
  // A home page lives at its whole url; of the other kinds every spelling names the page of that slug.
  const named = place === null || place.kind === 'index' ? null : await publishedPage(context, place.kind, place.slug)
  const page = named ?? (other === null ? null : await pageAt(context, other))
  if (page !== null && page.url !== path) return page.url
  return other === null ? null : renamedTo(other)
}

/** Null for a cookie that the visitor has changed. */
const referenceOf = (cookie: string | undefined) => (cookie && /^KB-[2-9A-Z]{6}$/.test(cookie) ? cookie : null)

/** The page for an error. It needs neither the web app nor the database. */
function errorPage(error: unknown, c: C): Promise<Response> {
  const { appError, message, status, headers } = shownError(error, (err) => {
    c.get('context').log.error({ err }, 'page failed')
  })
  const body = html`<div class="card">
    <h1>${appError === null ? 'Something went wrong' : 'Sorry'}</h1>
    <p>${message}</p>
    <p class="soft">Going back keeps what you have typed.</p>
  </div>`
  const page = plainPage({ title: 'Sorry', body, nonce: c.get('nonce') })
  return answerHtml(c, String(page), { status: status as HtmlStatus, cache: 'no-store', headers })
}
