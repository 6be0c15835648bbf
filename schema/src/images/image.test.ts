import { expect, test } from 'vitest'
import { imageIdsIn, imageUrl, parseImageResponse, srcSet } from './image.ts'

const one = '65f0aa11bb22cc33dd44ee01'
const two = '65f0aa11bb22cc33dd44ee02'
const three = '65f0aa11bb22cc33dd44ee03'

test('pictures are found by address and as objects, wherever the content keeps them', () => {
  const content = {
    hero: { backgroundImage: `/api/images/${one}/stream?w=640&format=webp` },
    portfolio: {
      jobs: [{ images: [{ id: two.toUpperCase(), url: '/anything', name: 'a', size: 1 }, 'https://x.y/z.jpg'] }],
    },
    later: { someText: `see https://kerbside.example/api/images/${three}/stream and /api/images/${one}/stream` },
  }
  expect([...imageIdsIn(content)].sort()).toEqual([one, two, three])
})

test.each([
  [null],
  [undefined],
  [42],
  ['/images/placeholder.svg'],
  [`/api/images/${one}`],
  ['/api/images/65f0/stream'],
  [{ id: one }],
  [{ id: 7, url: '/x' }],
])('%j refers to no picture of ours', (content) => {
  expect(imageIdsIn(content).size).toBe(0)
})

test('no nesting is too deep', () => {
  let content: unknown = `/api/images/${one}/stream`
  for (let depth = 0; depth < 100_000; depth += 1) content = [content]
  expect([...imageIdsIn(content)]).toEqual([one])
})

test('a picture has one address and one for each width', () => {
  expect(imageUrl(one)).toBe(`/api/images/${one}/stream`)
  expect(imageUrl('../../x')).toBe('/api/images/..%2F..%2Fx/stream')
  expect(srcSet(one, [320, 640])).toBe(
    `/api/images/${one}/stream?w=320&format=webp 320w, /api/images/${one}/stream?w=640&format=webp 640w`,
  )
  expect(srcSet(one, [320], 'avif')).toBe(`/api/images/${one}/stream?w=320&format=avif 320w`)
  expect([...imageIdsIn(`/api/images/${one.toUpperCase()}/stream?w=640`)]).toEqual([one])
  expect([...imageIdsIn('https://example.com/house.jpg')]).toEqual([])
})

test('an upload is kept with the address built from its id', () => {
  const image = { id: one, path: `images/${one}.jpg`, name: 'house', size: 12 }
  expect(parseImageResponse({ image })).toEqual({ id: one, url: `/api/images/${one}/stream`, name: 'house', size: 12 })
  expect(parseImageResponse({ image: { id: 7, location: 'a/b.jpg' } })).toEqual({
    id: 7,
    url: '/api/images/7/stream',
    name: '',
    size: 0,
  })
})

test.each([
  [undefined],
  [null],
  ['text'],
  [{}],
  [{ image: null }],
  [{ image: { id: one } }],
  [{ image: { path: 'a.jpg' } }],
  [{ image: { id: '', path: 'a.jpg' } }],
  [{ image: { id: null, path: 'a.jpg' } }],
  [{ image: { id: one, path: '' } }],
])('%j is no answer of an image store', (body) => {
  expect(() => parseImageResponse(body)).toThrow(new Error('Invalid image store response: missing id or path'))
})
