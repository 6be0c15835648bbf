import { expect, test } from 'vitest'
import { builtInPages } from './listed-page.ts'

const urls = (...pages: Parameters<typeof builtInPages>) => builtInPages(...pages).map(({ url }) => url)

test('built-in pages are listed until a record takes their url', () => {
  expect(urls('index', [])).toEqual(['/', '/materials', '/benefits'])
  expect(urls('index', [{ url: '/materials' }, { url: '/spring' }])).toEqual(['/', '/benefits'])
  expect(urls('about', [])).toEqual(['/about'])
  expect(urls('how-it-works', [{ url: '/how-it-works' }])).toEqual([])
})

test('they carry the titles of their own contents', () => {
  const titles = builtInPages('index', []).map(({ title }) => title)
  expect(new Set(titles).size).toBe(3)
  expect(titles.every((title) => title !== '')).toBe(true)
})
