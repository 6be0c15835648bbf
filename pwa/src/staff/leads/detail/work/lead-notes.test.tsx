// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answerOf, renderStaff, type Failure } from '../../../testing/render-staff.tsx'
import { leadFixture } from '../../testing/lead-fixture.ts'
import { LeadTimeline } from '../lead-timeline.tsx'
import { AddNotes } from './lead-notes.tsx'
import { mentionBefore, unknownMention } from './mention-field.tsx'

const team = ['Ada', 'Ben Low', 'Bea Walsh', 'Sam Reid', 'Sam Reid-Jones', 'Sam Reid'].map((name, index) => ({
  id: `u${index + 1}`,
  name,
}))

/** The dialog, opened by Ada, who is one of the team. */
async function openDialog(failure?: Failure) {
  const sent: string[] = []
  const { user } = await renderStaff(<AddNotes lead={leadFixture} />, (operation, { text }) => {
    if (operation === 'Assignees') return answerOf({ assignees: team }, failure)
    sent.push(text)
    return answerOf({ addLeadNote: leadFixture })
  })
  await user.click(screen.getByRole('button', { name: 'Add Notes' }))
  return {
    user,
    sent,
    note: within(screen.getByRole('dialog')).getByRole<HTMLTextAreaElement>('textbox', { name: 'Note' }),
  }
}

const list = () => screen.findByRole('listbox', { name: 'Colleagues to mention' })
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)
const activeOption = (note: HTMLElement) =>
  document.getElementById(note.getAttribute('aria-activedescendant') ?? '')?.textContent

test('@ offers the colleagues, each name once; arrows move, Enter chooses, and writing goes on behind the name', async () => {
  const { user, sent, note } = await openDialog()
  await user.type(note, 'Ask @')
  await list()
  expect(options()).toEqual(['Ben Low', 'Bea Walsh', 'Sam Reid', 'Sam Reid-Jones'])
  expect(note.getAttribute('aria-controls')).toBe((await list()).id)
  screen.getByText('4 to mention. Choose with the arrow keys and Enter.')
  expect(activeOption(note)).toBe('Ben Low')
  await user.keyboard('{ArrowDown}')
  expect(activeOption(note)).toBe('Bea Walsh')
  await user.keyboard('{ArrowUp}{ArrowUp}')
  expect(activeOption(note)).toBe('Sam Reid-Jones')
  expect(screen.getByRole('option', { selected: true }).textContent).toBe('Sam Reid-Jones')
  await user.keyboard('{Enter}')
  expect(note.value).toBe('Ask @Sam Reid-Jones ')
  expect(options()).toEqual([])
  expect(note.getAttribute('aria-activedescendant')).toBeNull()
  await user.keyboard('today.{Enter}@b')
  expect(options()).toEqual(['Ben Low', 'Bea Walsh'])
  await user.keyboard('{Enter}')
  expect(note.value).toBe('Ask @Sam Reid-Jones today.\n@Ben Low ')
  await user.click(screen.getByRole('button', { name: 'Add note' }))
  await waitFor(() => expect(sent).toEqual(['Ask @Sam Reid-Jones today.\n@Ben Low']))
})

test('Escape closes the list and leaves the dialog open; another @ opens it again', async () => {
  const { user, note } = await openDialog()
  await user.type(note, '@')
  await list()
  await user.keyboard('{Escape}')
  expect(options()).toEqual([])
  screen.getByRole('dialog', { name: 'Add Notes' })
  await user.keyboard('be{Enter}@be')
  expect(note.value).toBe('@be\n@be')
  expect(options()).toEqual(['Ben Low', 'Bea Walsh'])
  await user.keyboard('{Backspace}{Backspace}{Backspace}@')
  expect(options()).toHaveLength(4)
})

test('a finger chooses too, in the middle of a text, and the field keeps the focus', async () => {
  const { user, note } = await openDialog()
  await user.type(note, 'Ask  today')
  await user.type(note, '@re', { initialSelectionStart: 4, initialSelectionEnd: 4 })
  await list()
  expect(options()).toEqual(['Sam Reid', 'Sam Reid-Jones'])
  await user.click(screen.getByRole('option', { name: 'Sam Reid' }))
  expect(note.value).toBe('Ask @Sam Reid today')
  expect([note.selectionStart, document.activeElement]).toEqual(['Ask @Sam Reid '.length, note])
})

test('a name typed in full leaves Enter to the text; an email address offers nobody', async () => {
  const { user, note } = await openDialog()
  await user.type(note, '@')
  await list()
  await user.keyboard('sam reid{Enter}a@b')
  expect(note.value).toBe('@sam reid\na@b')
  expect(options()).toEqual([])
})

test('without the list of colleagues a note can still be written', async () => {
  const { user, sent, note } = await openDialog({ message: 'Try again.', code: 'UNAVAILABLE' })
  await user.type(note, '@Sam Reid')
  await waitFor(() => expect(screen.getAllByText('The colleagues could not be loaded.')).toHaveLength(2))
  await user.click(screen.getByRole('button', { name: 'Add note' }))
  await waitFor(() => expect(sent).toEqual(['@Sam Reid']))
})

test.each([
  ['@', 1, { start: 0, query: '' }],
  ['Ask @Sam R', 10, { start: 4, query: 'sam r' }],
  ['Ask @Sam R', 6, { start: 4, query: 's' }],
  ['a@sam', 5, null],
  ['@sam\n', 5, null],
  ['', 0, null],
])('in %j the mention before %i is %j', (text, caret, mention) => {
  expect(mentionBefore(text, caret)).toEqual(mention)
})

test.each([
  ['Call @Sam Reid', null],
  ['Call @sam reid.', null],
  ['Call @Samantha today', '@Samantha'],
  ['a@b.ie, @ home', null],
])('in %j the mention that reaches nobody is %j', (text, mention) => {
  expect(unknownMention(text, [{ id: 'u4', name: 'Sam Reid' }])).toBe(mention)
})

test('in the timeline the people whom a note mentions stand out, and nothing else does', async () => {
  const entry = { kind: 'NOTE' as const, at: leadFixture.createdAt, by: { id: 'u1', name: 'Ada' }, followUpAt: null }
  const activity = [
    {
      ...entry,
      text: 'Ask @sam reid <b>now</b>, not @Ben Low',
      outcome: null,
      mentions: [{ id: 'u4', name: 'Sam Reid' }],
      assignedTo: null,
      quote: null,
    },
  ]
  await renderStaff(<LeadTimeline lead={{ ...leadFixture, activity }} />, () => ({}))
  expect(screen.getAllByRole('strong').map(({ textContent }) => textContent)).toEqual(['@sam reid'])
  screen.getByText((_content, element) => element?.textContent === '“Ask @sam reid <b>now</b>, not @Ben Low”')
})
