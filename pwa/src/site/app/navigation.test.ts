// @vitest-environment jsdom
import { defaultHome } from '@kerbside/schema/pages/defaults/default-home'
import { beforeEach, expect, test } from 'vitest'
import type { Loaded } from './load-screen.ts'
import { createNavigation } from './navigation.ts'
import type { Screen } from './screen.ts'
import { aboutScreen, homeScreen, howItWorksScreen } from '../testing/screens.ts'

const fresh = (screen: Screen): Loaded => ({ kind: 'screen', screen, fresh: true })
const settled = () => new Promise((resolve) => setTimeout(resolve, 0))

beforeEach(() => {
  history.replaceState(null, '', '/')
  document.body.innerHTML = ''
})

function setUp(pages: Record<string, Loaded | (() => Promise<Loaded>)>, start: Screen = homeScreen()) {
  const asked: string[] = []
  const homes: unknown[] = []
  const navigation = createNavigation({
    start,
    window,
    sawHome: (home) => homes.push(home),
    load: async (path) => {
      asked.push(path)
      const page = pages[path]
      return typeof page === 'function' ? page() : (page ?? { kind: 'elsewhere' })
    },
  })
  navigation.listen()
  return { navigation, asked, homes }
}

function click(html: string, init: MouseEventInit = {}): MouseEvent {
  document.body.innerHTML = html
  const event = new MouseEvent('click', { bubbles: true, cancelable: true, ...init })
  document.querySelector('a')?.dispatchEvent(event)
  return event
}

test('a link to a public page shows it without loading a document', async () => {
  const { navigation, asked } = setUp({ '/about': fresh(aboutScreen) })
  const event = click('<a href="/about">About</a>')
  expect(event.defaultPrevented).toBe(true)
  await settled()
  expect(navigation.place()).toMatchObject({ screen: { path: '/about' }, arrival: 'link', loading: false })
  expect(location.pathname).toBe('/about')
  expect(asked).toEqual(['/about'])
})

test.each([
  ['another site', '<a href="https://elsewhere.example/">x</a>', {}],
  ['a new tab', '<a href="/about" target="_blank">x</a>', {}],
  ['a download', '<a href="/about" download>x</a>', {}],
  ['the Ctrl key', '<a href="/about">x</a>', { ctrlKey: true }],
  ['the middle button', '<a href="/about">x</a>', { button: 1 }],
  ['a place on this page', '<a href="#quote-form">x</a>', {}],
  ['an endpoint of the api', '<a href="/api/docs">x</a>', {}],
  ['a page for one firm', '<a href="/offers/token/accept">x</a>', {}],
])('%s is left to the browser', async (_case, html, init) => {
  const { asked } = setUp({ '/about': fresh(aboutScreen) })
  document.addEventListener('click', (event) => event.preventDefault(), { once: true, capture: false })
  click(html, init)
  await settled()
  expect(asked).toEqual([])
})

test('going back shows what was seen at once and replaces it only if it differs', async () => {
  const newHome = { ...homeScreen({ bannerText: 'New' }), pageVersion: 4 }
  const { navigation } = setUp({ '/about': fresh(aboutScreen), '/': fresh(newHome) })
  navigation.go('/about')
  await settled()
  const shown: Screen[] = []
  navigation.subscribe(() => shown.push(navigation.place().screen))
  navigation.go('/')
  expect(shown.at(-1)).toMatchObject({ path: '/', content: { bannerText: '' } })
  await settled()
  expect(shown.at(-1)).toMatchObject({ path: '/', content: { bannerText: 'New' } })
})

test('a refresh that brings the same content changes nothing on the screen', async () => {
  const { navigation } = setUp({ '/': fresh({ ...homeScreen(), form: { ...homeScreen().form, stamp: 'another' } }) })
  const before = navigation.place()
  await navigation.refresh()
  expect(navigation.place()).toBe(before)
})

test('a draft in preview is never replaced by the published page', async () => {
  const { navigation, asked } = setUp({}, { ...homeScreen(), preview: true })
  await navigation.refresh()
  expect(asked).toEqual([])
})

test('the slower of two loads does not overtake the later click', async () => {
  let late: (loaded: Loaded) => void = () => {}
  const slow = () => new Promise<Loaded>((resolve) => (late = resolve))
  const { navigation } = setUp({ '/about': slow, '/how-it-works': fresh(howItWorksScreen) })
  navigation.go('/about')
  await settled()
  expect(navigation.place().loading).toBe(true)
  navigation.go('/how-it-works')
  await settled()
  late(fresh(aboutScreen))
  await settled()
  expect(navigation.place().screen.path).toBe('/how-it-works')
  expect(location.pathname).toBe('/how-it-works')
})

test('the main home page is passed on to be cached; a home page of another name is not', async () => {
  const { navigation, homes } = setUp({ '/winter': fresh(homeScreen({}, '/winter')) })
  navigation.go('/winter')
  await settled()
  expect(homes).toEqual([defaultHome])
})

test('after sending, the thank-you page knows the reference and asks nobody', async () => {
  const { navigation, asked } = setUp({})
  navigation.thank('KB-7QX2MD')
  expect(navigation.place().screen).toMatchObject({ screen: 'thank-you', reference: 'KB-7QX2MD' })
  expect(location.pathname).toBe('/thank-you')
  expect(asked).toEqual([])
})
