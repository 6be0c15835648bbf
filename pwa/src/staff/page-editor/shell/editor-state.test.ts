import { expect, test } from 'vitest'
import type { EditablePage } from '../pages.queries.ts'
import {
  contentErrors,
  editorReducer,
  countErrors,
  isDirty,
  openErrors,
  type EditorAction,
  type EditorState,
} from './editor-state.ts'

type Content = { title: string; colours: string[] }

const aPage = (version: number): EditablePage => ({
  id: 'p1',
  url: '/spring',
  title: 'Spring',
  isPublished: false,
  version,
  publishedVersion: null,
  createdAt: '2026-11-21T10:00:00Z',
  updatedAt: '2026-11-21T10:00:00Z',
  savedBy: { name: 'Ada' },
  content: {},
  previewUrl: '/spring?preview=x',
})
const saved: Content = { title: 'Saved', colours: ['#fff'] }
const opened: EditorState<Content> = { page: aPage(1), base: saved, content: saved, undo: null, rejected: null }
const after = (...actions: EditorAction<Content>[]) => actions.reduce(editorReducer<Content>, opened)
const typed = (title: string): EditorAction<Content> => ({
  type: 'changed',
  update: (content) => ({ ...content, title }),
})

test('a change is unsaved until it is taken back or saved', () => {
  expect(isDirty(after(typed('New')))).toBe(true)
  expect(isDirty(after(typed('New'), typed('Saved')))).toBe(false)
  const state = after(typed('New'))
  expect(
    isDirty(editorReducer(state, { type: 'saved', page: aPage(2), base: state.content, sent: state.content })),
  ).toBe(false)
})

test('what the server spelt otherwise is taken over, but never what was typed while it saved', () => {
  const sent = after(typed('New')).content
  const base = { title: 'New', colours: ['#ffffff'] }
  const state = after(typed('New'))
  expect(editorReducer(state, { type: 'saved', page: aPage(2), base, sent: state.content }).content).toBe(base)
  const later = editorReducer(after(typed('New'), typed('Newer')), { type: 'saved', page: aPage(2), base, sent })
  expect(later.content.title).toBe('Newer')
  expect(isDirty(later)).toBe(true)
})

test('a reset can be undone', () => {
  const reset = after(typed('Mine'), { type: 'replaced', content: { title: 'Default', colours: [] }, why: 'Reset.' })
  expect(reset.undo).toEqual({ content: { ...saved, title: 'Mine' }, why: 'Reset.' })
  const { content, why } = reset.undo!
  expect(editorReducer(reset, { type: 'replaced', content, why }).content.title).toBe('Mine')
})

test('their version takes the place of mine, which stays within reach', () => {
  const theirs = { ...saved, title: 'Theirs' }
  const taken = after(typed('Mine'), { type: 'adopted', page: aPage(2), base: theirs, why: 'Taken.' })
  expect([taken.content, taken.page?.version, isDirty(taken)]).toEqual([theirs, 2, false])
  expect(taken.undo?.content.title).toBe('Mine')
})

test('without changes of mine there is nothing to undo', () => {
  expect(after({ type: 'adopted', page: aPage(2), base: { ...saved, title: 'Theirs' }, why: '' }).undo).toBeNull()
})

test('a rejected field is marked until it is changed', () => {
  const state = after(typed('Bad'), typed('Worse'))
  const errors = { title: ['Too bad.'], 'colours.0': ['No colour.'] }
  const rejected = editorReducer(state, { type: 'rejected', errors, content: state.content })
  expect(openErrors(rejected)).toEqual(errors)
  expect(openErrors(editorReducer(rejected, typed('Good')))).toEqual({ 'colours.0': ['No colour.'] })
})

test('errors are counted by the tab that edits their section', () => {
  const errors = contentErrors({ 'content.hero.colors.background': ['a'], 'content.bannerText': ['b'], content: ['c'] })
  expect(countErrors(['hero'], errors)).toBe(1)
  expect(countErrors(['bannerText', 'bannerColors'], errors)).toBe(1)
  expect(countErrors(['cta'], errors)).toBe(0)
})
