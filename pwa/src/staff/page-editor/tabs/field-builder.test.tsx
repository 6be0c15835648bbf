// @vitest-environment jsdom
import type { HomeContent } from '@kerbside/schema/pages/content/home-content'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { buttonNamed, fieldNamed, openTab } from '../testing/render-editor.tsx'

/** A form of four fields, so that tests are about what they are about. */
const small = (home: HomeContent): HomeContent => ({
  ...home,
  quoteForm: {
    ...home.quoteForm,
    fields: home.quoteForm.fields.filter(({ id }) => ['first_name', 'email', 'budget', 'additionalInfo'].includes(id)),
  },
})
const carried = [{ name: 'budget', leads: 57 }]
const openForm = () => openTab('home', 'Intro & Form', { edit: small, carried })
type Open = ReturnType<typeof openForm>

const order = ({ content }: Open) => content().quoteForm.fields.map(({ id }) => id)
const rows = ({ content }: Open) =>
  content().quoteForm.layout.rows.map((row) => row.columns.map(({ fieldIds }) => fieldIds.join('/')).join('+'))
const type = (label: string, value: string) => fireEvent.change(fieldNamed(label), { target: { value } })
const press = (name: string) => fireEvent.click(buttonNamed(name))

test('a new field is opened at once, with the texts of the specification', () => {
  const form = openForm()
  press('Add Field')
  expect(form.content().quoteForm.fields.at(-1)).toMatchObject({ id: 'field_5', name: 'field_5', label: 'New Field' })
  expect(document.activeElement).toBe(fieldNamed('Label'))
  expect(fieldNamed('Name')).toHaveProperty('value', 'field_5')
})

test('fields move by buttons, side by side where two halves meet, and the focus stays with them', () => {
  const form = openForm()
  press('Move Budget up')
  expect(rows(form)).toEqual(['first_name', 'email+budget', 'additionalInfo'])
  press('Move Budget up')
  expect(order(form)).toEqual(['first_name', 'budget', 'email', 'additionalInfo'])
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Move Budget up')
  fireEvent.click(buttonNamed('More for Budget'))
  fireEvent.click(buttonNamed('Make full width'))
  expect(rows(form)).toEqual(['first_name', 'budget', 'email', 'additionalInfo'])
})

test('a change that would part answers already collected is warned about', () => {
  openForm()
  press('Edit Budget')
  expect(screen.getByText(/^57 of the latest leads carry answers under "budget"; renaming or removing/)).toBeTruthy()
  type('Name', 'spend')
  const alerts = screen.getAllByRole('alert').map(({ textContent }) => textContent)
  expect(alerts).toContainEqual(expect.stringMatching(/^57 of the latest leads carry answers under "budget"/))
})

test('removing asks first and says what is lost', async () => {
  const form = openForm()
  const ask = () => {
    fireEvent.click(buttonNamed('More for Email'))
    fireEvent.click(buttonNamed('Remove…'))
  }
  ask()
  const dialog = screen.getByText('Remove “Email”?').closest('[role=dialog]') as HTMLElement
  expect(dialog.textContent).toContain('no confirmation can be sent')
  fireEvent.click(buttonNamed('Cancel'))
  expect(order(form)).toContain('email')
  ask()
  fireEvent.click(buttonNamed('Remove'))
  expect(order(form)).not.toContain('email')
  expect(rows(form)).toEqual(['first_name', 'budget', 'additionalInfo'])
  expect(await screen.findByText(/does not ask for an email address: no confirmation can be sent/)).toBeTruthy()
})

test('a hidden field that leads need is warned about, and leaves the form beside', () => {
  openForm()
  const preview = screen.getByLabelText('The form as homeowners see it')
  expect(within(preview).getByLabelText(/^First name/)).toBeTruthy()
  press('Edit First name')
  fireEvent.click(fieldNamed('Visible'))
  expect(screen.getByText(/^Hidden\. Without it emails cannot greet/)).toBeTruthy()
  expect(within(preview).queryByLabelText(/^First name/)).toBeNull()
})

test('what makes a form unusable stands at its field', () => {
  openForm()
  press('Edit Budget')
  type('Name', 'email')
  const name = fieldNamed('Name')
  expect(name.getAttribute('aria-invalid')).toBe('true')
  expect(document.getElementById(name.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Two fields are named "email".',
  )
})

test('a label reads the same beside the form, on the field and in the form', () => {
  const form = openForm()
  type('First name label', 'Forename')
  press('Edit Forename')
  expect(fieldNamed('Label')).toHaveProperty('value', 'Forename')
  type('Label', 'Given name')
  expect(fieldNamed('First name label')).toHaveProperty('value', 'Given name')
  expect(form.content().quoteForm.labels.firstName).toBe('Given name')
})

test('options are added, removed, moved and pasted, and come back after a change of type', async () => {
  const form = openForm()
  const options = () => form.content().quoteForm.fields.find(({ id }) => id === 'budget')!.options
  const before = options()
  press('Edit Budget')
  press('Move option 2 up')
  expect(
    options()
      .map(({ label }) => label)
      .slice(0, 2),
  ).toEqual([before[1]!.label, before[0]!.label])
  press('Remove option 1')
  expect(options()).toHaveLength(before.length - 1)
  press('Add option')
  type(`Option ${before.length}`, 'Ask me')
  expect(options().at(-1)).toEqual({ value: 'Ask me', label: 'Ask me' })
  await form.user.click(fieldNamed('Type'))
  await form.user.click(buttonNamed('Text'))
  expect(options()).toEqual([])
  await form.user.click(fieldNamed('Type'))
  await form.user.click(buttonNamed('Choice'))
  expect(options().at(-1)).toEqual({ value: 'Ask me', label: 'Ask me' })
  press('Paste a list')
  type('One option per line', 'Low\nHigh\n\nLow')
  press('Use this list')
  expect(options()).toEqual([
    { value: 'Low', label: 'Low' },
    { value: 'High', label: 'High' },
  ])
})
