// @vitest-environment jsdom
import { placeholderImage } from '@kerbside/schema/pages/content/home-page'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { specTexts } from '../testing/spec-labels.ts'
import { buttonNamed, fieldNamed, openEntries, openTab } from '../testing/render-editor.tsx'

test('a new link is New Link to /', async () => {
  const { user, content } = openTab('home', 'Header')
  await user.click(buttonNamed('Add Link'))
  expect(content().header.navLinks.at(-1)).toEqual({ label: 'New Link', path: '/' })
  expect(document.activeElement?.closest('[data-entry]')).toBe([...document.querySelectorAll('[data-entry]')].at(-1))
})

test('a new feature has the icon Star, a new testimonial five stars', async () => {
  const { user, content } = openTab('home', 'Features')
  await user.click(buttonNamed('Add Feature'))
  await user.click(buttonNamed('Add Testimonial'))
  expect(content().features.items.at(-1)).toEqual({ icon: 'Star', title: '', description: '' })
  expect(content().features.testimonials.at(-1)).toEqual({ name: '', role: '', quote: '', rating: 5 })
})

test.each([
  ['0', 1],
  ['9', 5],
  ['4', 4],
  ['many', 1],
  ['', 1],
])('a rating typed as "%s" is %i', (typed, stored) => {
  const { content } = openTab('home', 'Features', {
    edit: (home) => ({
      ...home,
      features: { ...home.features, items: [], testimonials: home.features.testimonials.slice(0, 1) },
    }),
  })
  openEntries()
  const rating = fieldNamed('Rating')
  fireEvent.change(rating, { target: { value: '3' } })
  fireEvent.change(rating, { target: { value: typed } })
  expect(rating).toHaveProperty('value', typed)
  expect(content().features.testimonials[0]?.rating).toBe(stored)
  fireEvent.blur(rating)
  expect(rating).toHaveProperty('value', String(stored))
})

test.each([
  ['2026', 2026],
  ['12 firms', 12],
  ['none', 0],
])('a stat count typed as "%s" is %i', (typed, stored) => {
  const { content } = openTab('home', 'Hero')
  fireEvent.change(fieldNamed('Stat count'), { target: { value: typed } })
  expect(content().hero.statCount).toBe(stored)
})

test('a new step has the next number and the icon Star, a new benefit is blue', async () => {
  const steps = openTab('how-it-works', 'Steps')
  const count = steps.content().steps.items.length
  await steps.user.click(buttonNamed('Add Step'))
  expect(steps.content().steps.items.at(-1)).toEqual({
    step: String(count + 1),
    title: '',
    description: '',
    icon: 'Star',
  })
  steps.unmount()
  const benefits = openTab('how-it-works', 'Benefits')
  await benefits.user.click(buttonNamed('Add Benefit'))
  expect(benefits.content().benefits.items.at(-1)).toMatchObject({ icon: 'Star', color: 'blue' })
})

test('a new job has the placeholder picture; empty lists say what to do', async () => {
  const { user, content } = openTab('home', 'Portfolio', {
    edit: (home) => ({ ...home, portfolio: { ...home.portfolio, jobs: [] } }),
  })
  expect(screen.getByText(specTexts.noJobs)).toBeTruthy()
  await user.click(buttonNamed('Add Job'))
  expect(content().portfolio.jobs).toEqual([{ location: '', images: [placeholderImage] }])
  await user.click(buttonNamed('Preview image 1'))
  expect(within(screen.getByRole('dialog')).getByRole('presentation')).toHaveProperty(
    'src',
    expect.stringContaining(placeholderImage),
  )
  await user.click(buttonNamed('Close'))
  await user.click(buttonNamed('Remove image 1'))
  await user.click(buttonNamed('Undo'))
  expect(content().portfolio.jobs[0]?.images).toEqual([placeholderImage])
  await user.click(buttonNamed('Remove image 1'))
  expect(content().portfolio.jobs[0]?.images).toEqual([])
})

test('a section is on unless its value is false', async () => {
  const { user, content } = openTab('home', 'Visibility', {
    edit: (home) => ({ ...home, sectionVisibility: { hero: false } as typeof home.sectionVisibility }),
  })
  const on = screen.getAllByRole('switch').map((toggle) => (toggle as HTMLInputElement).checked)
  expect(on).toEqual([true, true, false, true, true, true, true, true])
  await user.click(fieldNamed('Intro Section'))
  await user.click(fieldNamed('Hero'))
  expect(content().sectionVisibility).toEqual({ hero: true, indexIntro: false })
})

test('entries move by their buttons and the focus stays with them; a removed one can be put back', async () => {
  const { user, content } = openTab('home', 'Header')
  const labels = () => content().header.navLinks.map(({ label }) => label)
  await user.click(buttonNamed('Move link 3 up'))
  await user.keyboard('{Enter}')
  expect(labels()).toEqual(['Benefits', 'How It Works', 'Materials', 'About'])
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Move link 1 down')
  await user.click(buttonNamed('Remove link 2'))
  expect(labels()).toEqual(['Benefits', 'Materials', 'About'])
  expect(screen.getByText(/Removed link “How It Works”/)).toBeTruthy()
  expect(document.activeElement?.textContent).toBe('Undo')
  await user.keyboard('{Enter}')
  expect(labels()).toEqual(['Benefits', 'How It Works', 'Materials', 'About'])
})

test('Enter in the last line of a list adds the next', async () => {
  const { user, content } = openTab('home', 'Hero')
  await user.click(fieldNamed('Bullet 3'))
  await user.keyboard('{Enter}')
  expect(content().hero.bullets.slice(3)).toEqual([''])
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Bullet 4')
})

test('a colour is stored in its canonical spelling; any other text shows an error and stays for the server to reject', async () => {
  const { user, content } = openTab('home', 'Banner')
  const background = fieldNamed('Background')
  await user.clear(background)
  await user.type(background, 'RGB(0, 0, 0){Tab}')
  expect(content().bannerColors.background).toBe('rgb(0,0,0)')
  await user.clear(background)
  await user.type(background, 'javascript:red{Tab}')
  expect(content().bannerColors.background).toBe('javascript:red')
  expect(background.getAttribute('aria-invalid')).toBe('true')
  const message = document.getElementById(background.getAttribute('aria-describedby') ?? '')
  expect(message?.textContent).toMatch(/^Not a colour/)
})

test('text that is hard to read on its ground is warned about with the ratio', () => {
  openTab('home', 'Banner')
  expect(screen.getByText('Hard to read: contrast 2.8 : 1, at least 4.5 : 1 is needed')).toBeTruthy()
})

test('the overlay’s opacity moves by one, and by ten with the page keys or Shift', async () => {
  const { content } = openTab('home', 'Hero', {
    edit: (home) => ({ ...home, hero: { ...home.hero, backgroundType: 'image-overlay' } }),
  })
  const slider = screen.getByRole('slider')
  const press = (key: string, shiftKey = false) => {
    fireEvent.keyDown(slider, { key, shiftKey })
    return content().hero.backgroundOverlay
  }
  expect(press('ArrowRight')).toBe('rgba(0,0,0,0.51)')
  expect(press('PageUp')).toBe('rgba(0,0,0,0.61)')
  expect(press('PageDown')).toBe('rgba(0,0,0,0.51)')
  expect(press('ArrowLeft', true)).toBe('rgba(0,0,0,0.41)')
  expect(press('Home')).toBe('rgba(0,0,0,0)')
  expect(slider.getAttribute('aria-valuetext')).toBe('0% (Transparent)')
  expect(press('End')).toBe('rgba(0,0,0,1)')
  expect(slider.getAttribute('aria-valuetext')).toBe('100% (Opaque)')
})

test('a validation error of the server stands at its field, opens its entry and counts in its group', () => {
  const message = 'Link path must begin with /.'
  openTab('home', 'Header', { errors: { 'header.navLinks.2.path': [message] } })
  const path = fieldNamed('Path')
  expect(path.getAttribute('aria-invalid')).toBe('true')
  expect(document.getElementById(path.getAttribute('aria-describedby') ?? '')?.textContent).toBe(message)
  expect(screen.getAllByText('1 problem')).toHaveLength(2)
})
