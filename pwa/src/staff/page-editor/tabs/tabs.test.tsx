// @vitest-environment jsdom
import { benefitColours, featureIcons, pageIcons } from '@kerbside/schema/pages/content/icons'
import { fieldIcons } from '@kerbside/schema/quotes/form-definition'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { specBackgrounds, specLabels } from '../testing/spec-labels.ts'
import { pageEditors } from '../page-kinds.ts'
import { buttonNamed, fieldNamed, openEntries, openTab, textsShown } from '../testing/render-editor.tsx'

test('the tabs stand in the order of the specification, and together they edit all of the content', () => {
  const labels = (kind: string) => specLabels.filter((row) => row.kind === kind).map(({ tab }) => tab)
  const { index: home, about, 'how-it-works': howItWorks } = pageEditors
  expect(home.tabs.map(({ label }) => label)).toEqual(labels('home'))
  expect(about.tabs.map(({ label }) => label)).toEqual(labels('about'))
  expect(howItWorks.tabs.map(({ label }) => label)).toEqual(labels('how-it-works'))
  const paths = [home, about, howItWorks].map(({ tabs }) => tabs.flatMap((tab) => [...tab.paths]).toSorted())
  for (const all of paths) expect(new Set(all).size).toBe(all.length)
  expect(paths.map((all) => all.length)).toEqual([10, 6, 4])
})

test.each(specLabels.map((row) => [`${row.kind}: ${row.tab}`, row] as const))(
  '%s has everything that the specification names',
  (_name, { kind, tab, labels }) => {
    openTab(kind, tab)
    openEntries()
    const shown = textsShown()
    expect(labels.filter((label) => !shown.has(label))).toEqual([])
  },
)

test.each(specBackgrounds)('the background type $type shows what it uses and nothing else', async (row) => {
  const { user, content } = openTab('home', 'Hero')
  await user.click(fieldNamed('Background type'))
  await user.click(buttonNamed(row.type))
  expect(content().hero.backgroundType).toBe(row.value)
  const shown = textsShown()
  expect(row.shows.filter((text) => !shown.has(text))).toEqual([])
  expect(row.hides.filter((text) => shown.has(text))).toEqual([])
})

const offered = () =>
  within(screen.getByRole('listbox'))
    .getAllByRole('option')
    .map((option) => option.textContent)

test.each([
  ['home', 'Features', 'Icon', featureIcons],
  ['about', 'Values', 'Icon', pageIcons],
  ['how-it-works', 'Steps', 'Icon', pageIcons],
  ['how-it-works', 'Benefits', 'Icon', pageIcons],
  ['how-it-works', 'Benefits', 'Colour', benefitColours.map((name) => name.charAt(0).toUpperCase() + name.slice(1))],
] as const)('%s %s offers exactly the specification’s choices of %s', async (kind, tab, label, choices) => {
  const { user } = openTab(kind, tab)
  openEntries()
  await user.click(fieldNamed(label))
  expect(offered()).toEqual([...choices])
})

test('a form field offers the 35 icons and the nine types', async () => {
  const { user } = openTab('home', 'Intro & Form')
  await user.click(buttonNamed('Edit Budget'))
  await user.click(fieldNamed('Icon'))
  expect(offered()).toEqual([...fieldIcons])
  await user.keyboard('{Escape}')
  await user.click(fieldNamed('Type'))
  expect(offered()).toHaveLength(9)
})

test('an icon of an older list is offered too, and stays until another is chosen', async () => {
  const { user, content } = openTab('about', 'Values', {
    edit: (about) => ({ ...about, values: { title: '', items: [{ icon: 'Award', title: 'Old', description: '' }] } }),
  })
  openEntries()
  await user.click(fieldNamed('Icon'))
  expect(offered()).toEqual(['Award', ...pageIcons])
  await user.keyboard('{Escape}')
  expect(content().values.items[0]?.icon).toBe('Award')
})
