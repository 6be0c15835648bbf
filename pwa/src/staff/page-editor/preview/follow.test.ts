// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { findShown } from './follow.ts'

const page = document.createElement('div')
page.innerHTML = `
  <header class="site-header"><a>About</a></header>
  <section class="hero"><h1>Drives <em>you like</em></h1></section>
  <section class="quote"><label>Email</label><input placeholder="you@example.com"></section>
  <section class="features"><ul><li><h3>Fast</h3><p>In two days</p></li><li><h3>Sure</h3><p></p></li></ul></section>
  <section class="portfolio"><img src="/api/images/1/stream"></section>`
const content = {
  header: { navLinks: [{ label: 'About', path: '/about' }] },
  hero: { titleLine1: 'Drives', titleEmphasis: 'you like', badge: '', colors: { titleText: '#fff' } },
  quoteForm: { placeholders: { email: 'you@example.com' } },
  features: {
    items: [
      { title: 'Fast', description: 'In two days' },
      { title: 'Sure', description: '' },
    ],
  },
  portfolio: { jobs: [{ images: [{ id: '1', url: '/api/images/1/stream' }] }] },
}

test.each([
  ['header.navLinks.0.path', 'A'],
  ['hero.titleEmphasis', 'EM'],
  ['hero.titleLine1', 'H1'],
  ['quoteForm.placeholders.email', 'INPUT'],
  ['features.items.0.description', 'P'],
  // Nothing of it is on the page: what it belongs to is.
  ['features.items.1.description', 'H3'],
  ['hero.colors.titleText', 'SECTION'],
  ['sectionVisibility.hero', 'SECTION'],
  ['portfolio.jobs.0.images.0', 'IMG'],
])('%s is shown by its %s', (path, tag) => {
  expect(findShown(page, content, path)?.tagName).toBe(tag)
})

test('what is hidden is found nowhere', () => {
  expect(findShown(page, content, 'cta.title')).toBeNull()
  expect(findShown(page, content, '')).toBeNull()
})
