import { sublinkOfSlug, sublinkOfUrl } from '@kerbside/schema/pages/page-url'
import { expect, test } from 'vitest'
import { urlOfEditor } from './editor-url.ts'

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
