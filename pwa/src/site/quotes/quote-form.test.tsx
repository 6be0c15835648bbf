// @vitest-environment jsdom
import { defaultHome } from '@kerbside/schema/pages/defaults/default-home'
import { beforeEach, expect, test } from 'vitest'
import type { SendResult } from '../../offline/outbox/queued-quote.ts'
import { act } from '../testing/act.ts'
import { drafts } from './draft.ts'
import {
  answer,
  aQueue,
  control,
  fillIn,
  goodAnswers,
  summary,
  press,
  showForm,
  text,
  type,
  untouched,
} from '../testing/quote-form.tsx'

const { submitText, submittingText } = defaultHome.quoteForm.labels
const sent: SendResult = { kind: 'sent', reference: 'KB-7QX2MD' }
beforeEach(async () => {
  await drafts.erase('/')
  sessionStorage.clear()
})

test('the form is complete as plain HTML: it posts to its page with everything the server asks for', async () => {
  await showForm({ queue: aQueue().queue })
  const form = document.forms[0]
  expect(form).toMatchObject({ method: 'post', noValidate: true })
  expect(form?.getAttribute('action')).toBe('/')
  const hidden = Object.fromEntries(new FormData(form))
  expect(hidden).toMatchObject({
    submission_id: 'from-server',
    form_version: '7',
    form_stamp: 'signed',
    website_url: '',
  })
  for (const { name } of defaultHome.quoteForm.fields) expect(control(name).name).toBe(name)
})

const enter = (name: string) =>
  control(name).dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))

test('once somebody begins, the form counts answers, Enter leads to the next open one, a postcode stands as it will be stored', async () => {
  await showForm({ queue: aQueue().queue })
  expect(text('.quote__progress')).toBeNull()
  await act(async () => control('first_name').focus())
  await expect.poll(() => text('.quote__progress')).toBe('0 of 14 answered')
  await type('postcode', 'sw1a-1aa')
  await act(async () => enter('postcode'))
  expect(document.activeElement?.getAttribute('name')).toBe('propertyType')
  await type('first_name', 'Aoife')
  await act(async () => enter('first_name'))
  expect(document.activeElement).toBe(control('last_name'))
  expect(text('.quote__progress')).toBe('2 of 14 answered')
  await act(async () => control('postcode').dispatchEvent(new FocusEvent('focusout', { bubbles: true })))
  expect(control('postcode').value).toBe('SW1A 1AA')
  await expect.poll(async () => (await drafts.read('/'))?.answers['postcode']).toBe('SW1A 1AA')
  await type('postcode', 'nowhere')
  await act(async () => control('postcode').dispatchEvent(new FocusEvent('focusout', { bubbles: true })))
  expect(control('postcode').value).toBe('nowhere')
})

test('size and material known, the form says what the guide prices of the page come to; a page without them says nothing', async () => {
  const about = async (size: string, material: string) => {
    await type('drivewaySize', size)
    await type('drivewayMaterial', material)
    return text('.quote__progress [role=status] strong')
  }
  await showForm({ queue: aQueue().queue })
  await act(async () => control('first_name').focus())
  await expect.poll(() => text('.quote__progress')).not.toBeNull()
  expect(await about('40–60m²', 'Tarmac')).toBeNull()
  document.body.append(Object.assign(document.createElement('ul'), { className: 'surfaces' }))
  expect(await about('40–60m²', 'Tarmac')).toBe('Roughly £1,800–£4,800')
  expect(await about('Up to 20m²', 'Gravel')).toBe('Roughly up to £1,100')
  expect(await about('80m²+', 'Gravel')).toBe('Roughly from £2,000')
  expect(text('.quote__progress')).toContain('this page’s guide price for gravel: £25–£55 per m²')
  expect(await about('Not sure yet', 'Gravel')).toBeNull()
  expect(await about('40–60m²', 'Not sure yet')).toBeNull()
  await type('postcode', 'D02 X285')
  expect(await about('40–60m²', 'Tarmac')).toBeNull()
})

test('the honeypot is out of reach of people, keyboards, screen readers and address books', async () => {
  await showForm({ queue: aQueue().queue })
  const trap = document.querySelector<HTMLInputElement>('[name=website_url]')
  expect(trap).toMatchObject({ tabIndex: -1, autocomplete: 'off' })
  expect(trap?.closest('[aria-hidden=true]')).not.toBeNull()
})

test('controls tell phones what to offer: address book, keyboard', async () => {
  await showForm({ queue: aQueue().queue })
  const hints = ['first_name', 'last_name', 'email', 'mobile', 'postcode'].map((name) => {
    const { autocomplete, type: kind, inputMode } = control(name) as HTMLInputElement
    return [autocomplete, kind, inputMode, control(name).getAttribute('enterkeyhint')]
  })
  expect(hints).toEqual([
    ['given-name', 'text', '', 'next'],
    ['family-name', 'text', '', 'next'],
    ['email', 'email', 'email', 'next'],
    ['tel', 'tel', 'tel', 'next'],
    ['postal-code', 'text', '', 'next'],
  ])
})

test('what was typed and chosen before the script came stays', async () => {
  await drafts.write('/', {
    submissionId: 'old',
    shownMs: 1,
    answers: { first_name: 'From a draft', last_name: 'Draft', budget: '£20,000+', timeframe: 'ASAP' },
  })
  const beforeHydration = () => {
    control('first_name').value = 'Aoife'
    control('drivewayMaterial').value = 'Gravel'
    document.querySelector<HTMLInputElement>('[value="£5,000 – £8,000"]')?.click()
  }
  await showForm({ queue: aQueue().queue, beforeHydration })
  expect(control('first_name').value).toBe('Aoife')
  expect([answer('drivewayMaterial'), answer('budget'), answer('timeframe')]).toEqual([
    'Gravel',
    '£5,000 – £8,000',
    'ASAP',
  ])
  expect(control('last_name').value).toBe('Draft')
  expect((await drafts.read('/'))?.answers).toMatchObject({ first_name: 'Aoife', last_name: 'Draft' })
})

test('missing answers: the summary names them, takes the focus and links to them until they are given, nothing is sent', async () => {
  const { queue, sent: requests } = aQueue(sent)
  await showForm({ queue })
  await fillIn({ ...goodAnswers, first_name: ' ', budget: '' })
  await press(submitText)
  expect(summary()).toEqual(['Missing Information', 'Please fill in: First name, Budget'])
  expect(document.activeElement?.className).toBe('error-summary')
  const links = [...document.querySelectorAll('.error-summary a')]
  expect(links.map((link) => [link.getAttribute('href'), link.textContent])).toEqual([
    ['#answer-first_name', 'Enter your first name'],
    ['#answer-budget', 'Choose an option for Budget'],
  ])
  await type('budget', goodAnswers['budget'] ?? '')
  expect(summary()).toEqual(['Missing Information', 'Please fill in: First name'])
  await type('first_name', 'Aoife')
  expect(summary()).toEqual([])
  expect(requests).toEqual([])
})

test('the message under a field is tied to it and goes when the answer is right', async () => {
  await showForm({ queue: aQueue().queue })
  await fillIn({ ...goodAnswers, email: 'aoife@' })
  await press(submitText)
  const message = document.getElementById('answer-email-error')
  expect(message?.textContent).toBe('Error: Enter an email address in the correct format, like name@example.com')
  expect(control('email').getAttribute('aria-describedby')).toContain('answer-email-error')
  expect(control('email').getAttribute('aria-invalid')).toBe('true')
  await type('email', 'aoife@example.com')
  expect(document.getElementById('answer-email-error')).toBeNull()
  expect(document.querySelector('.error-summary')).toBeNull()
})

test('a good form is sent under the names of the REST API, reset, and its draft erased', async () => {
  const { queue, sent: requests } = aQueue(sent)
  const { stored } = await showForm({ queue })
  await fillIn()
  expect((await drafts.read('/'))?.answers).toMatchObject({ first_name: 'Aoife' })
  await press(submitText)
  expect(stored).toEqual(['KB-7QX2MD'])
  expect(requests[0]?.body).toMatchObject({
    first_name: 'Aoife',
    property_type: goodAnswers['propertyType'],
    current_condition: goodAnswers['currentSurface'],
    submission_id: requests[0]?.id,
    form_version: 7,
    page: '/',
    url_type: '/',
  })
  expect(requests[0]?.body).not.toHaveProperty('additional_info')
  expect(control('first_name').value).toBe('')
  expect(await drafts.read('/')).toBeNull()
})

test('while it is sent the button says so and a second submit is ignored', async () => {
  let answer: (result: SendResult) => void = () => {}
  const { queue, sent: requests } = aQueue(new Promise((resolve) => (answer = resolve)))
  const { stored } = await showForm({ queue })
  await fillIn()
  await press(submitText)
  const button = document.querySelector<HTMLButtonElement>('button[type=submit]')
  expect(button).toMatchObject({ disabled: true, textContent: submittingText })
  await act(async () => document.forms[0]?.requestSubmit())
  await act(async () => answer(sent))
  expect(requests).toHaveLength(1)
  expect(stored).toEqual(['KB-7QX2MD'])
  expect(button).toMatchObject({ disabled: false, textContent: submitText })
})

test('without a network it counts as stored on the phone, not as received', async () => {
  const { queue } = aQueue()
  const { stored } = await showForm({ queue })
  await fillIn()
  await press(submitText)
  expect(stored).toEqual([null])
  expect(queue.snapshot().quotes).toMatchObject([{ state: 'waiting' }])
})

test('an error of the server keeps the answers, shows its messages, and the id stays the same', async () => {
  const message = 'Please check the highlighted fields.'
  const { queue, sent: requests } = aQueue({ kind: 'refused', message, errors: { postcode: ['Not there'] } }, sent)
  const { stored } = await showForm({ queue })
  await fillIn()
  await press(submitText)
  expect(summary()).toEqual(['Submission Failed', `${message} Please try again.`])
  expect(document.getElementById('answer-postcode-error')?.textContent).toBe('Error: Not there')
  expect(control('first_name').value).toBe('Aoife')
  await press(submitText)
  expect(stored).toEqual(['KB-7QX2MD'])
  expect(requests[1]?.id).toBe(requests[0]?.id)
})

test('other answers than those that the server has under the id stay in the form, and pressed again they are a new request', async () => {
  const { queue, sent: bodies } = aQueue({ kind: 'sent-before' }, sent)
  const { stored } = await showForm({ queue })
  await fillIn()
  await press(submitText)
  expect(text('.error-summary p')).toBe(
    'This form was sent before. These answers were not sent. Press the button again to send them as a new request.',
  )
  expect(control('first_name').value).toBe('Aoife')
  expect([stored, queue.snapshot().quotes]).toEqual([[], []])

  await press(submitText)
  expect(stored).toEqual(['KB-7QX2MD'])
  const [first, second] = bodies.map(({ body }) => body['submission_id'])
  expect(second).toMatch(/^[\da-f-]{36}$/)
  expect(second).not.toBe(first)
})

test('after an acknowledgement the next request has an id of its own', async () => {
  const { queue, sent: bodies } = aQueue(sent, sent)
  await showForm({ queue })
  for (let request = 0; request < 2; request += 1) {
    await fillIn()
    await press(submitText)
  }
  expect(new Set(bodies.map(({ body }) => body['submission_id'])).size).toBe(2)
})

test('what the server rejected of a post without script stands in the form, with its messages', async () => {
  const form = {
    ...untouched,
    answers: { first_name: 'Aoife' },
    errors: { email: ['Enter your email'], form: ['Wait.'] },
  }
  await showForm({ queue: aQueue().queue, form })
  expect(control('first_name').value).toBe('Aoife')
  expect(document.getElementById('answer-email-error')?.textContent).toBe('Error: Enter your email')
  expect(text('.error-summary__list')).toBe('Enter your emailWait.')
  expect(document.activeElement?.className).toBe('error-summary')
})
