import { expect, test } from 'vitest'
import { imageUrlOf, safeImageUrl, safeLink } from './link.ts'

test.each([
  ['/', '/'],
  ['/materials', '/materials'],
  [' /about?x=1#y ', '/about?x=1#y'],
  ['#quote', '#quote'],
  ['#', '#'],
  ['https://example.com', 'https://example.com/'],
  ['HTTP://Example.com/a', 'http://example.com/a'],
  ['mailto:hello@example.com', 'mailto:hello@example.com'],
  ['MAILTO:hello@example.com?subject=Quote', 'mailto:hello@example.com?subject=Quote'],
  ['tel:+442079460000', 'tel:+442079460000'],
  ['tel:020-7946-0000', 'tel:020-7946-0000'],
])('the link %j is kept as %s', (typed, kept) => {
  expect(safeLink(typed)).toBe(kept)
})

test.each([
  '',
  'about',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  'java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  'javascript&colon;alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'blob:https://example.com/x',
  'file:///etc/passwd',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  'https:evil.example',
  'https:///evil.example',
  'https://user:pass@evil.example',
  'ftp://example.com',
  'mailto:a@b.example,c@d.example',
  'tel:javascript',
  '/a"onmouseover="x',
  '/a<b',
  `/${'a'.repeat(2_000)}`,
])('%j is no link', (typed) => {
  expect(safeLink(typed)).toBeNull()
})

test.each([
  ['/images/placeholder.svg', '/images/placeholder.svg'],
  ['/api/images/65f0/stream?w=640', '/api/images/65f0/stream?w=640'],
  ['https://cdn.example/a.jpg', 'https://cdn.example/a.jpg'],
  ["/a('b').jpg", '/a%28%27b%27%29.jpg'],
])('the image %j is kept as %s', (typed, kept) => {
  expect(safeImageUrl(typed)).toBe(kept)
})

test.each([
  '',
  'a.jpg',
  'http://cdn.example/a.jpg',
  'data:image/png;base64,AAAA',
  'javascript:alert(1)',
  '//evil.example/a.jpg',
  '/a.jpg"); background: url(x',
  '/a\\29 .jpg',
  'blob:x',
])('%j is no image address', (typed) => {
  expect(safeImageUrl(typed)).toBeNull()
})

test('an image is an address or what the upload answered', () => {
  expect(imageUrlOf('/a.jpg')).toBe('/a.jpg')
  expect(imageUrlOf({ id: 1, url: '/b.jpg', name: 'b', size: 2 })).toBe('/b.jpg')
})
