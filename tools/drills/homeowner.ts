import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { restAnswers } from '../../graphql-api/src/testing/quotes.ts'
import { formPage, weathers, type Phone } from './phone.ts'

/** What a homeowner, their phone and the network do. `tab` chooses one of the open tabs. */
export const step = fc.record({
  act: fc.oneof(
    { weight: 5, arbitrary: fc.constant('submit' as const) },
    { weight: 3, arbitrary: fc.constant('weather' as const) },
    { weight: 2, arbitrary: fc.constantFrom('type', 'close', 'open', 'look') },
    { weight: 1, arbitrary: fc.constantFrom('second tab', 'update', 'sync', 'edit', 'discard', 'clock') },
  ),
  tab: fc.nat(2),
  weather: fc.constantFrom(...weathers),
  clockHours: fc.constantFrom(-24, 0, 24),
  /** Milliseconds until the next step: often before this one has come to an end. */
  pause: fc.oneof(fc.nat(4), fc.nat(40)),
})
export type Step = ReturnType<typeof step.generate>['value_']

type Form = { id: string; email: string; editing: boolean; isBusy: boolean }
type OpenTab = { tab: ReturnType<Phone['openTab']>; form: Form }

/** A request whose button was pressed; its email is in no other. */
type Asked = {
  /** Of the form that it was first submitted with. */
  id: string
  /** The app said that it was sent or saved. Until then it may have been closed before anything was. */
  isSettled: boolean
  /** Under the names of REST. */
  given: ReturnType<typeof restAnswers>
  /**
   * Discarded, or replaced by an edit, while it may have been on its way already. Another tab that still has the form
   * may send the same answers once more.
   */
  isWithdrawn: boolean
}

const newForm = (): Form => ({ id: crypto.randomUUID(), email: '', editing: false, isBusy: false })

/** Someone who uses the phone, and remembers what they asked for and what they were told. */
export function createHomeowner(phone: Phone) {
  const asked = new Map<string, Asked>()
  const told: string[] = []
  const open: OpenTab[] = []

  async function openTab(): Promise<void> {
    const tab = phone.openTab()
    const shown: OpenTab = { tab, form: newForm() }
    open.push(shown)
    const draft = await tab.drafts.read(formPage)
    if (!draft || shown.form.email !== '') return
    const { submissionId: id, answers, editing } = draft
    shown.form = { ...newForm(), id, email: answers['email'] ?? '', editing: editing !== undefined }
  }
  function closeAll(): void {
    for (const { tab } of open.splice(0)) tab.close()
  }
  async function type({ tab, form }: OpenTab): Promise<void> {
    form.email = `${crypto.randomUUID()}@example.com`
    const edited = form.editing && { editing: { message: null, errors: {} } }
    await tab.drafts.write(formPage, {
      submissionId: form.id,
      shownMs: null,
      answers: { email: form.email },
      ...edited,
    })
  }
  async function submit(shown: OpenTab): Promise<void> {
    const { tab, form } = shown
    if (form.isBusy) return
    form.isBusy = true
    if (form.email === '') await type(shown)
    const { id, email, editing } = form
    const unasked = { id, given: { ...restAnswers(), email }, isSettled: false, isWithdrawn: false }
    const request = asked.get(email) ?? unasked
    asked.set(email, request)
    // Whatever is queued under the id gives way to an edit, also to one that another tab shows from the draft.
    if (editing) for (const [other, { id: former }] of asked) if (former === id && other !== email) withdraw(other)
    const body = { ...request.given, submission_id: id }
    const answers = [{ name: 'email', label: 'Email', value: email }]
    const outcome = await tab.queue.submit({ id, body, answers, page: formPage, replaces: editing })
    if (outcome.kind === 'refused') throw new Error(`Good answers were refused: ${outcome.message}`)
    if (outcome.kind === 'sent-before') return void (shown.form = { ...newForm(), email })
    asked.set(email, { ...request, isSettled: true, isWithdrawn: asked.get(email)?.isWithdrawn ?? false })
    if (outcome.kind === 'sent') told.push(outcome.reference)
    shown.form = newForm()
    await tab.drafts.erase(formPage)
  }
  function withdraw(email: string): void {
    const request = asked.get(email)
    if (request) asked.set(email, { ...request, isWithdrawn: true })
  }
  const emailOf = (quote: { body: Record<string, unknown> }) => String(quote.body['email'])

  async function edit(shown: OpenTab): Promise<void> {
    const [quote] = shown.tab.queue.snapshot().quotes
    if (!quote || shown.form.isBusy) return
    withdraw(emailOf(quote))
    shown.form = { ...newForm(), id: quote.id, editing: true }
    await submit(shown)
  }
  async function discard({ tab }: OpenTab): Promise<void> {
    const [quote] = tab.queue.snapshot().quotes
    if (!quote) return
    withdraw(emailOf(quote))
    await tab.queue.discard(quote)
  }

  async function act({ act: what, tab, weather, clockHours }: Step): Promise<void> {
    if (what === 'weather') return void (phone.state.weather = weather)
    if (what === 'clock') return void (phone.state.clockMs = clockHours * 3_600_000)
    if (what === 'sync') return phone.backgroundSync()
    if (what === 'update') {
      closeAll()
      phone.state.version += 1
    }
    if (what === 'second tab' || open.length === 0) await openTab()
    const shown = open[tab % open.length]
    if (!shown) return
    if (what === 'close') {
      open.splice(open.indexOf(shown), 1)
      return shown.tab.close()
    }
    if (what === 'look') return shown.tab.queue.sendNow()
    if (what !== 'open' && what !== 'second tab' && what !== 'update')
      await { type, submit, edit, discard }[what](shown)
  }
  return {
    asked,
    told,
    emailOf,
    openTab,
    closeAll,
    async live(steps: readonly Step[]): Promise<void> {
      const failures: unknown[] = []
      for (const each of steps) {
        act(each).catch((error: unknown) => failures.push(error))
        await sleep(each.pause)
      }
      if (failures.length > 0) throw failures[0]
    },
  }
}

export type Homeowner = ReturnType<typeof createHomeowner>
