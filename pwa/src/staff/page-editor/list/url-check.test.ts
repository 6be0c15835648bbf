import { expect, test } from 'vitest'
import { checkUrl } from './url-check.ts'

const others = ['/', '/spring', '/summer/fulham']

test.each([
  ['  /autumn/ ', '/autumn'],
  ['autumn', '/autumn'],
  ['//autumn//', '/autumn'],
])('%j is kept as %s', (typed, url) => expect(checkUrl('index', typed, others)).toEqual({ url, problem: null }))

test.each(['/spring', ' spring/ ', '', '/root'])('%j is in use', (typed) =>
  expect(checkUrl('index', typed, others).problem).toBe('This URL is already in use.'),
)

test('two urls of one name are told apart before the server has to', () =>
  expect(checkUrl('index', '/summer', others).problem).toBe(
    'The page /summer/fulham already has this name. Choose another.',
  ))

test.each(['/admin', '/about/team', '/a b', '/caf\u00e9'])('%s is refused with a reason', (typed) =>
  expect(checkUrl('index', typed, others).problem).toMatch(/\.$/),
)

test('an empty url is the main page of its kind', () => {
  expect(checkUrl('about', ' ', []).url).toBe('/about')
  expect(checkUrl('how-it-works', '/', []).url).toBe('/how-it-works')
})
