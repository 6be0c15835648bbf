import { defaultBenefits } from '@kerbside/schema/pages/defaults/default-benefits'
import { defaultHome } from '@kerbside/schema/pages/defaults/default-home'
import { homeSections } from '@kerbside/schema/pages/content/home-page'
import { materials } from '@kerbside/schema/pages/content/materials'
import type { ScreenState } from '@kerbside/schema/pages/content/screen-state'
import { quoteNotice } from '@kerbside/schema/quotes/quote'
import { defaultPublicSettings } from '@kerbside/schema/settings/public-settings'
import { expect, test } from 'vitest'
import {
  aboutScreen,
  homeScreen,
  howItWorksScreen,
  legalScreen,
  notFoundScreen,
  thankYouScreen,
} from './site/testing/screens.ts'
import { render as renderScreen } from './entry-server.tsx'

const url = 'https://quotes.example'
const render = (state: ScreenState, settings = defaultPublicSettings) => renderScreen({ ...state, settings }, url)
const html = (...state: Parameters<typeof render>) => render(...state).body.replaceAll('<!-- -->', '')
const places = (text: string, ...needles: string[]) => needles.map((needle) => text.indexOf(needle))

test('a page whose form is for another trade shows none of the eight surfaces', () => {
  const surfaces = (trade: 'driveways' | 'extensions') =>
    html(homeScreen({ quoteForm: { ...defaultHome.quoteForm, trade } })).split('class="surface"').length - 1
  expect([surfaces('driveways'), surfaces('extensions')]).toEqual([8, 0])
})

test('the home page holds its eight sections in the order of the specification', () => {
  const content = { bannerText: 'Bank holiday: answers on Tuesday' }
  const order = places(
    html(homeScreen(content)),
    'class="site-header"',
    content.bannerText,
    'class="hero"',
    defaultHome.indexIntro.heading,
    'id="quote-form"',
    'class="features section"',
    'class="portfolio section"',
    'class="cta"',
    'class="site-footer"',
  )
  expect(order).not.toContain(-1)
  expect(order).toEqual(order.toSorted((a, b) => a - b))
})

test('a section is shown unless its flag is explicitly false', () => {
  const hidden = Object.fromEntries(homeSections.map((section) => [section, false]))
  const none = html(homeScreen({ sectionVisibility: hidden as typeof defaultHome.sectionVisibility }))
  for (const sign of [
    'site-header',
    'class="hero',
    'id="quote-form"',
    'class="features',
    'class="portfolio',
    'class="cta"',
  ]) {
    expect(none).not.toContain(sign)
  }
  const unsaid = html(homeScreen({ sectionVisibility: {} as typeof defaultHome.sectionVisibility }))
  expect(unsaid).toContain('class="hero"')
})

test('the fixed texts, the eight surfaces and the statistic in local figures are there', () => {
  const page = html(homeScreen({ hero: { ...defaultHome.hero, statCount: 1_247 } }))
  expect(html(homeScreen())).not.toContain('hero__stat')
  expect(page).toContain('100% Free • No Obligation • Instant Response')
  expect(page).toContain('Most customers receive 3-5 competitive quotes within 2 hours')
  expect(page).toContain('<strong>1,247</strong>')
  expect(page).toContain('Get FREE Quote')
  for (const { name, image } of materials) {
    expect(page).toContain(name)
    expect(page).toContain(image)
  }
})

test('testimonials show as many stars as their rating', () => {
  const voice = { name: 'Ada', role: '', quote: 'Good.', rating: 2 }
  const page = html(homeScreen({ features: { ...defaultHome.features, testimonials: [voice] } }))
  expect(page).toContain('aria-label="2 out of 5 stars"')
  expect(page.match(/class="star"[^>]*fill="currentColor"/g)).toHaveLength(2)
})

test('the portfolio falls back to one sample job', () => {
  const page = html(homeScreen({ portfolio: { ...defaultHome.portfolio, jobs: [] } }))
  expect(page).toContain('Your street could be here')
})

test('a job without pictures is shown by its location beside a drawing that says nothing', () => {
  const jobs = [
    { location: 'Gravel drive, Cork', images: [] },
    { location: 'Setts, Derry', images: ['/images/portfolio/semi-before.svg'] },
    { location: ' ', images: [] },
  ]
  const page = html(homeScreen({ portfolio: { ...defaultHome.portfolio, jobs } }))
  const slides = page.match(/class="portfolio__strip".*?<\/ul>/s)?.[0].match(/<figure>.*?<\/figure>/g)
  expect(slides).toHaveLength(2)
  expect(slides?.[0]).toMatch(/src="\/images\/placeholder.svg" alt="".*Gravel drive, Cork/)
  expect(slides?.[1]).toMatch(/semi-before.svg" alt="Picture of the job".*Setts, Derry/)
})

test('jobs with neither a picture nor a location leave the sample job', () => {
  const page = html(homeScreen({ portfolio: { ...defaultHome.portfolio, jobs: [{ location: '', images: [] }] } }))
  expect(page).toContain('Your street could be here')
})

test('links that begin with # lead to the form, from other pages too', () => {
  const navLinks = [{ label: 'Ask', path: '#anything' }]
  const header = { ...defaultHome.header, navLinks }
  expect(html(homeScreen({ header }))).toContain('<a href="#answer-first_name">Ask</a>')
  expect(html({ ...aboutScreen, home: { ...defaultHome, header } } as never)).toContain(
    '<a href="/#quote-form">Ask</a>',
  )
})

test.each([
  ['color', false, false],
  ['image', true, false],
  ['image-overlay', true, true],
] as const)('a hero of the kind %s', (backgroundType, picture, veil) => {
  const hero = { ...defaultHome.hero, backgroundType, backgroundImage: '/api/images/5/stream' }
  const { body, head } = render(homeScreen({ hero }))
  expect(body.includes('hero__picture')).toBe(picture)
  expect(body.includes('hero__overlay')).toBe(veil)
  expect(head.includes('rel="preload" as="image"')).toBe(picture)
})

test('the about and how-it-works pages hold all their sections under the header of the home page', () => {
  const about = html(aboutScreen)
  for (const name of ['mission', 'values', 'story', 'commitment']) expect(about).toContain(`id="${name}-title"`)
  const how = html(howItWorksScreen)
  for (const name of ['steps', 'benefits', 'cta']) expect(how).toContain(`id="${name}-title"`)
  for (const page of [about, how]) {
    expect(page).toContain(defaultHome.header.phone)
    expect(page).toContain('aria-current="page"')
  }
})

test('the not-found page and the thank-you page say what they must', () => {
  expect(html(notFoundScreen)).toContain('Oops! Page not found')
  expect(html(notFoundScreen)).toMatch(/<a[^>]*href="\/"[^>]*>Return to Home<\/a>/)
  expect(html(thankYouScreen)).toContain('We have your request')
  expect(html({ ...thankYouScreen, reference: null } as never)).not.toContain('We have your request')
})

test('every picture has an alternative text', () => {
  const images = html(homeScreen()).match(/<img[^>]*>/g) ?? []
  expect(images.length).toBeGreaterThan(10)
  for (const image of images) expect(image).toContain('alt="')
})

test('the head names the page, its address and its card', () => {
  const { head } = render(homeScreen())
  expect(head).toContain('<title>A driveway you are proud of, at a price you compared | Kerbside</title>')
  expect(head).toContain(`<link rel="canonical" href="${url}/">`)
  expect(head).toContain(`<meta property="og:image" content="${url}/images/og.png">`)
  expect(head).not.toContain('noindex')
})

test('drafts and pages about one visitor stay out of search engines', () => {
  const draft = { ...homeScreen(), preview: true }
  for (const state of [draft, thankYouScreen, notFoundScreen]) {
    expect(render(state).head).toContain('<meta name="robots" content="noindex">')
  }
})

test('structured data: the service, questions where the page answers some, never our own reviews', () => {
  const data = (state: Parameters<typeof render>[0]) =>
    [...render(state).head.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(
      ([, json]) => JSON.parse(json ?? '') as { '@type': string; mainEntity?: object[] },
    )
  expect(data(homeScreen()).map((each) => each['@type'])).toEqual(['Service'])
  const benefits = data(homeScreen(defaultBenefits, '/benefits'))
  expect(benefits.map((each) => each['@type'])).toEqual(['Service', 'FAQPage'])
  expect(benefits[1]?.mainEntity).toHaveLength(8)
  expect(JSON.stringify(benefits)).not.toMatch(/review|rating/i)
})

test('no text of the content becomes markup', () => {
  const evil = '</title></script><script>alert(1)</script>'
  const hero = { ...defaultHome.hero, titleLine1: evil, subtitle: evil }
  const { head, body } = render(homeScreen({ hero }))
  expect(head + body).not.toContain('<script>alert')
})

test('the signed-in area is an empty shell that says what it needs', () => {
  const { head, body } = render({ screen: 'app', path: '/login' })
  expect(head).toContain('noindex')
  expect(body).toContain('Signing in needs JavaScript.')
})

test('the privacy notice and the terms name the operator, and mark what is not configured', () => {
  for (const page of ['privacy', 'terms'] as const) {
    const named = html(legalScreen(page))
    for (const detail of ['Drives Ltd', '1 Road, Leeds LS1 1AA', 'href="mailto:us@drives.example"']) {
      expect(named).toContain(detail)
    }
    expect(named).not.toContain('<mark>')
    expect(html(legalScreen(page, { name: null }))).toContain('<mark>[not filled in yet: OPERATOR_NAME]</mark>')
  }
})

test('the form, the thanks and the legal pages tell what the settings say', () => {
  const settings = { firmsPerLead: 3, promiseHours: 4, heldDays: 1, leadMonths: 6 }
  const text = (screen: ScreenState) => html(screen, settings)
  expect(text(homeScreen())).toContain('up to three firms for your job')
  expect(text(thankYouScreen)).toContain('Three at most can take it on')
  expect(text(legalScreen('privacy'))).toContain('At most three firms')
  expect(text(legalScreen('privacy'))).toMatch(/deleted after 1 day\b/)
  expect(text(legalScreen('privacy'))).toContain('nothing has happened to it for six months')
  expect(html(legalScreen('privacy'), { ...settings, leadMonths: 0 })).toContain('no clock deletes them')
  expect(text(legalScreen('terms'))).toContain('at most three that take it on')
  expect(text(legalScreen('terms'))).toContain('within four hours')
})

test.each(['privacy', 'cookies', 'terms'] as const)('the %s page may be found, under one address', (page) => {
  const { head } = render(legalScreen(page))
  expect(head).toContain(`<link rel="canonical" href="https://quotes.example/${page}">`)
  expect(head).not.toContain('noindex')
})

test('every public page leads to the privacy notice, cookies and terms; the form does above its button', () => {
  for (const screen of [homeScreen(), aboutScreen, thankYouScreen, notFoundScreen, legalScreen('terms')]) {
    const footer = html(screen).split('class="site-footer"')[1]
    for (const path of ['/privacy', '/cookies', '/terms']) expect(footer).toContain(`href="${path}"`)
  }
  const [notice = ''] = /<p class="quote__notice">.*?<\/p>/.exec(html(homeScreen())) ?? []
  expect(notice).toContain('<a href="/terms">terms of use</a>')
  expect(notice).toContain('<a href="/privacy">privacy notice</a>')
  expect(notice.replace(/<[^>]+>/g, '').replaceAll('&#x27;', "'")).toBe(quoteNotice(5))
})

test('the first screen’s picture is drawn into the document: it waits for no request', () => {
  const hero = /<section class="hero".*?<\/section>/s.exec(html(homeScreen()))?.[0]
  expect(hero).toMatch(/<div class="hero__scene" aria-hidden="true"><svg .*<\/svg><\/div>/s)
  expect(hero).not.toContain('<img')
})
