import { expect, test } from 'vitest'
import { findPictures, type PictureFilter } from './picture-grid.tsx'

const picture = (id: string, alt: string, urls: string[]) => ({
  id,
  name: `Photo ${id}`,
  alt,
  width: 1,
  height: 1,
  size: 1,
  createdAt: '',
  createdBy: 'Ada',
  usedBy: urls.map((url) => ({ kind: 'HOME' as const, url, isPublished: true })),
})
const library = [picture('1', 'A gravel drive', ['/spring']), picture('2', '', []), picture('3', '', ['/autumn'])]

test.each<[PictureFilter, string[]]>([
  [{ search: '' }, ['1', '2', '3']],
  [{ search: 'GRAVEL' }, ['1']],
  [{ search: 'photo 3' }, ['3']],
  [{ search: '/autumn' }, ['3']],
  [{ search: '', use: 'used' }, ['1', '3']],
  [{ search: '', use: 'unused' }, ['2']],
  [{ search: '/', use: 'undescribed' }, ['3']],
])('of the library %j leaves %j', (filter, ids) => {
  expect(findPictures(library, filter).map(({ id }) => id)).toEqual(ids)
})
