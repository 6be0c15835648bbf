import 'fake-indexeddb/auto'
import { defaultHome } from '@kerbside/schema/pages/defaults/default-home'
import type { QuoteFormContent } from '@kerbside/schema/pages/content/form-content'
import type { FormState } from '@kerbside/schema/pages/content/screen-state'
import type { ReactNode } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { onTestFinished } from 'vitest'
import { inTurn } from '@kerbside/schema/operation/one-at-a-time'
import { createOutbox } from '../../offline/outbox/outbox.ts'
import { createQuoteQueue, type QuoteQueue } from '../../offline/outbox/quote-queue.ts'
import { memoryStore } from '../../offline/outbox/quote-store.ts'
import type { QueuedQuote, SendResult } from '../../offline/outbox/queued-quote.ts'
import { drafts } from '../quotes/draft.ts'
import { QueueContext } from '../quotes/queue-context.ts'
import { QuoteForm } from '../quotes/quote-form.tsx'
import { act } from './act.ts'

// jsdom lays nothing out.
Element.prototype.scrollIntoView = () => {}

export const untouched: FormState = { submissionId: 'from-server', stamp: 'signed', answers: {}, errors: {} }

/** A queue in memory whose server gives these answers, in turn. */
export function aQueue(...answers: (SendResult | Promise<SendResult>)[]) {
  const sent: QueuedQuote[] = []
  const outbox = createOutbox({
    store: { ...memoryStore(), durable: () => true },
    now: () => Date.now(),
    changed: () => void queue.refresh(),
  })
  const queue: QuoteQueue = createQuoteQueue({
    outbox,
    send: async (quote) => (sent.push(quote), answers.shift() ?? { kind: 'away', retryAfterSeconds: null }),
    flushOnce: inTurn(),
    now: () => Date.now(),
    askForBackgroundSync: () => {},
    foundPhotos: () => {},
  })
  return { queue, sent }
}

type Shown = { queue: QuoteQueue; form?: FormState; beforeHydration?: () => void }

/** The form as a visitor meets it: the server's markup first, then React takes over. */
export async function showForm({ queue, form = untouched, beforeHydration }: Shown) {
  const stored: (string | null)[] = []
  const element = (changes: Partial<QuoteFormContent> = {}, formVersion = 7) => (
    <QuoteForm
      content={{ ...defaultHome.quoteForm, ...changes }}
      page="/"
      formVersion={formVersion}
      form={form}
      onStored={(reference) => stored.push(reference)}
    />
  )
  const update = await mount(element(), queue, beforeHydration)
  return { stored, show: (...form: Parameters<typeof element>) => update(element(...form)) }
}

export async function mount(element: ReactNode, queue: QuoteQueue, beforeHydration?: () => void) {
  const server = renderToString(<QueueContext value={null}>{element}</QueueContext>)
  const root = document.createElement('div')
  root.innerHTML = server
  document.body.replaceChildren(root)
  beforeHydration?.()
  const app = (shown: ReactNode) => <QueueContext value={queue}>{shown}</QueueContext>
  let react: Root | undefined
  await act(async () => {
    react = hydrateRoot(root, app(element))
  })
  onTestFinished(() => act(async () => react?.unmount()))
  await draftsRead()
  return async (shown: ReactNode) => {
    await act(async () => react?.render(app(shown)))
    await draftsRead()
  }
}

/** Drafts answer in the order in which they were asked: after this one the form has heard of its own. */
const draftsRead = () => act(async () => void (await drafts.read('/')))

export const control = (name: string) =>
  document.getElementById(`answer-${name}`) as HTMLInputElement | HTMLSelectElement

/** What stands in the form under this name. */
export const answer = (name: string) => new FormData(document.forms[0]).get(name)

export async function type(name: string, value: string): Promise<void> {
  await act(async () => {
    const choices = [...document.querySelectorAll<HTMLInputElement>(`[type=radio][name="${name}"]`)]
    if (choices.length > 0) return choices.find((each) => each.value === value)?.click()
    // By the browser's own setter: React has put another on the element, and would take the change for its own.
    const prototype: object = Object.getPrototypeOf(control(name))
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(control(name), value)
    control(name).dispatchEvent(new Event('input', { bubbles: true }))
    control(name).dispatchEvent(new Event('change', { bubbles: true }))
  })
}

export const goodAnswers: Record<string, string> = {
  first_name: 'Aoife',
  last_name: 'Byrne',
  email: 'aoife@example.com',
  mobile: '07700 900123',
  postcode: 'sw1a-1aa',
  ...Object.fromEntries(
    defaultHome.quoteForm.fields
      .filter(({ type: kind }) => kind === 'select')
      .map(({ name, options }) => [name, options[0]?.value ?? '']),
  ),
}

export async function fillIn(answers = goodAnswers): Promise<void> {
  for (const [name, value] of Object.entries(answers)) await type(name, value)
}

export async function press(name: string): Promise<void> {
  const button = [...document.querySelectorAll('button')].find((each) => each.textContent?.includes(name))
  if (!button) throw new Error(`no button ${name}`)
  await act(async () => button.click())
}

export const text = (selector: string) => document.querySelector(selector)?.textContent ?? null

/** Title and sentence of what is wrong in the whole form. */
export const summary = () =>
  [...document.querySelectorAll('.error-summary__title, .error-summary p')].map(({ textContent }) => textContent)
