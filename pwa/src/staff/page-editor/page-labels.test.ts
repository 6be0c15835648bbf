import { pageKinds, type PageKind } from '@kerbside/schema/pages/page'
import { sublinkOfSlug, sublinkOfUrl } from '@kerbside/schema/pages/page-url'
import { expect, test } from 'vitest'
import { pageEditorPath, pageListPath } from '@kerbside/schema/pages/page-url'
import { pageLabels, urlOfEditor, type PageLabels } from './page-labels.ts'

/** The texts that docs/specification.md promises (10.1, 10.2): titles, buttons, routes and toasts. */
const specified: Record<PageKind, Partial<PageLabels>> = {
  index: {
    save: 'Save Changes',
    reset: 'Reset Changes',
    saved: 'Home content updated.',
    wasReset: 'Home content reset to defaults.',
    published: 'Page is now live!',
    unpublished: 'Page has been unpublished.',
    publishFailed: 'Failed to publish page.',
    unpublishFailed: 'Failed to unpublish page.',
  },
  about: {
    editRoot: 'Edit Root About Page',
    save: 'Save',
    reset: 'Reset',
    saved: 'About content updated.',
    wasReset: 'About content reset to defaults.',
    published: 'About page is now live.',
    publishFailed: 'Failed to update publish status.',
    unpublishFailed: 'Failed to update publish status.',
  },
  'how-it-works': {
    editRoot: 'Edit Root',
    saved: 'How It Works content updated.',
    wasReset: 'How It Works content reset to defaults.',
    published: 'How It Works page is now live.',
    publishFailed: 'Failed to update publish status.',
    unpublishFailed: 'Failed to update publish status.',
  },
}

test.each(pageKinds)('the labels of the %s editor are the specification’s', (kind) =>
  expect(pageLabels[kind]).toMatchObject(specified[kind]),
)

test('the titles name the page as the specification does', () => {
  expect(pageLabels.index.editorTitle('/spring')).toBe('Edit Home Page — /spring')
  expect(pageLabels.about.editorTitle('/about')).toBe('/about')
  expect(pageLabels.about.editorTitle('/about/team')).toBe('/about/team')
})

test('lists and editors are at the specification’s routes', () => {
  expect(pageKinds.map(pageListPath)).toEqual([
    '/admin/home-editor',
    '/admin/about-editor',
    '/admin/how-it-works-editor',
  ])
  expect(pageEditorPath('index', '/')).toBe('/admin/home-editor/edit/root')
  expect(pageEditorPath('about', '/about')).toBe('/admin/about-editor/edit/root')
  expect(pageEditorPath('how-it-works', '/how-it-works/fast')).toBe('/admin/how-it-works-editor/edit/fast')
})

test.each([
  ['index', 'root', '/'],
  ['index', 'spring', '/spring'],
  ['index', 'materials', '/materials'],
  ['about', 'root', '/about'],
  ['about', 'about', '/about'],
  ['about', 'team', '/about/team'],
  ['about', 'about-team', '/about/team'],
  ['how-it-works', 'root', '/how-it-works'],
  ['how-it-works', 'hiw-ab12cd34', '/how-it-works/hiw-ab12cd34'],
  ['how-it-works', 'how-it-works-fast', '/how-it-works/fast'],
] as const)('the %s editor at %s makes %s, and finds it there again', (kind, slug, url) => {
  expect(urlOfEditor(kind, slug)).toBe(url)
  expect(sublinkOfUrl(kind, url)).toBe(sublinkOfSlug(kind, slug))
})
