// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'
import type { SendResult } from '../../offline/outbox/queued-quote.ts'
import { act } from '../testing/act.ts'
import { aQueue, answer, goodAnswers, showForm } from '../testing/quote-form.tsx'
import { drafts } from './draft.ts'
import { createEarlyForm } from './early-form.ts'

const sent: SendResult = { kind: 'sent', reference: 'KB-7QX2MD' }
const notSent = /^Not sent yet/

beforeEach(async () => {
  await drafts.erase('/')
  sessionStorage.clear()
})

const form = () => document.forms[0] as HTMLFormElement

/** Typed into the server's markup, before React. */
function typeAll(): void {
  for (const [name, value] of Object.entries(goodAnswers)) {
    for (const control of form().querySelectorAll<HTMLInputElement>(`[name="${name}"]`)) {
      if (control.type === 'radio') control.checked = control.value === value
      else control.value = value
    }
  }
  form()
    .querySelector('.control')
    ?.dispatchEvent(new Event('input', { bubbles: true }))
}

const press = () => form().requestSubmit()
const draftOf = () => drafts.read('/')

test('what is typed before React is stored; React’s form has it again, and sends it as the same request', async () => {
  const { queue, sent: bodies } = aQueue(sent)
  const controls = Object.keys(goodAnswers).map((name) => `<input class="control" name="${name}" />`)
  document.body.innerHTML = `<form class="quote__form">${controls.join('')}</form>`
  const taken = createEarlyForm('/', () => Promise.resolve(false))
  typeAll()
  await vi.waitFor(async () => expect((await draftOf())?.answers).toMatchObject(goodAnswers))
  const stored = await draftOf()
  await taken()
  await showForm({ queue })
  await act(async () => press())
  await vi.waitFor(() => expect(bodies).toMatchObject([{ id: stored?.submissionId }]))
})

test('the draft of another request is not written over before it has been restored', async () => {
  const kept = { submissionId: crypto.randomUUID(), shownMs: 1, answers: { first_name: 'Ciara' } }
  await drafts.write('/', kept)
  document.body.innerHTML = '<form class="quote__form"><input class="control" name="first_name" value="A" /></form>'
  const taken = createEarlyForm('/', () => Promise.resolve(false))
  form()
    .querySelector('input')
    ?.dispatchEvent(new Event('input', { bubbles: true }))
  await draftOf()
  await draftOf()
  expect(await draftOf()).toMatchObject(kept)
  await taken()
})

test('a press is held until React has the form, says so when that cannot be, and is then sent once', async () => {
  const { queue, sent: bodies } = aQueue(sent)
  let taken = async () => {}
  const asked = vi.fn(() => Promise.resolve(false))
  const posted = vi.fn()
  const { stored } = await showForm({
    queue,
    beforeHydration: () => {
      taken = createEarlyForm('/', asked)
      form().submit = posted
      typeAll()
      press()
      press()
    },
  })
  await vi.waitFor(() => expect(document.querySelector('[role=alert]')?.textContent).toMatch(notSent))
  expect([asked.mock.calls.length, bodies.length, answer('first_name')]).toEqual([1, 0, goodAnswers['first_name']])
  await act(taken)
  await vi.waitFor(() => expect(stored).toEqual(['KB-7QX2MD']))
  expect([bodies.length, posted.mock.calls.length]).toEqual([1, 0])
  expect(document.body.textContent).not.toMatch(notSent)
})
