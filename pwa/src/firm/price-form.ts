import { formatAmount, type Currency } from '@kerbside/schema/amount'
import { typedTotals, unreadText, type LineRow } from '@kerbside/schema/estimates/estimate-fields'
import { isHighDeposit, sumRows } from '@kerbside/schema/estimates/estimate-money'
import { isCells, pastedLines } from '@kerbside/schema/estimates/pasted-lines'
import { underLock } from '@kerbside/schema/operation/one-at-a-time'
import { browserLocks } from '../offline/browser.ts'
import { forgetOld, openDraftStore, type PriceDraft } from './draft-store.ts'
import { addLine, addRow, fill, isEmptyRow, readFields, removeRow, rowsOf, showRate } from './price-lines.ts'
import { addFiles, showFiles } from './price-files.ts'
import { createPriceQueue } from './price-queue.ts'
import { hideErrors, showErrors, showFreshId } from './price-errors.ts'
import { sendFiles, sendPrice } from './send-price.ts'

// The script of the page with the form of a firm's price. The page is whole without it: it reckons as somebody types, keeps
// what was typed on the device, and sends it when there is a network.

const form = document.querySelector<HTMLFormElement>('#price')
if (form) start(form)

function start(form: HTMLFormElement): void {
  const { draft: key = '', currency = 'GBP', list = '' } = form.dataset
  const store = openDraftStore()
  const queue = createPriceQueue({
    key,
    store,
    send: async (fields) =>
      (await sendFiles(form.action, { fields, files: store.files, now: Date.now() })) ?? sendPrice(form.action, fields),
    oneSender: underLock(`kerbside-price-${key}`, browserLocks()),
    now: () => Date.now(),
    show: (state, draft) => showState(state, draft, store.durable()),
    refused(result) {
      unlock()
      say('Saved on this phone. It is not sent: please correct what is named above.', 'hint')
      if (result.errors['id']) showFreshId(form)
      showErrors(form, result)
    },
  })

  function showState(state: 'saved' | 'sending' | 'waiting' | 'received', draft: PriceDraft, isDurable: boolean): void {
    const kept = isDurable ? 'Saved on this phone' : 'Leave this page open: this browser keeps nothing'
    if (state === 'saved') return say(`${kept}.`, 'hint')
    form.inert = true
    if (state === 'received') {
      say('We have received your price.', 'done')
      return void openList(list)
    }
    const tried = draft.attempts > 0 ? ' We try again by ourselves, and at once when there is a network.' : ''
    say(`${kept}, not sent yet. ${state === 'sending' ? 'Sending …' : tried}`, 'waiting', [
      ['Try now', () => void queue.flush({ evenEarly: true })],
      ['Change it', () => void queue.keep(readFields(form)).then(unlock)],
    ])
  }
  const unlock = () => {
    form.inert = false
  }
  const changed = () => {
    withRemoveButtons(form, changed)
    showSums(form, currency as Currency)
    void queue.keep(readFields(form))
  }

  let adding = Promise.resolve()
  async function add(input: HTMLInputElement): Promise<void> {
    const chosen = [...(input.files ?? [])]
    if (chosen.length === 0) return
    input.value = ''
    hideErrors(form)
    say('Saving your files on this phone …', 'hint')
    const problem = await addFiles(form, chosen, { draft: key, files: store.files })
    changed()
    if (problem) showErrors(form, { message: problem, errors: { files: [problem] } })
  }

  form.addEventListener('input', changed)
  form.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement && target.type === 'file') {
      adding = adding.then(() => add(target))
      return
    }
    const row = (target as Element).closest<HTMLElement>('[data-line]')
    if (row) showRate(row)
    changed()
  })
  form.addEventListener('paste', (event) => {
    const text = event.clipboardData?.getData('text/plain') ?? ''
    if (!isCells(text) || !(event.target as Element).closest('[data-line]')) return
    event.preventDefault()
    for (const line of pastedLines(text)) addLine(form, line)
    changed()
  })
  form.addEventListener('submit', (event) => {
    const { submitter } = event as SubmitEvent
    event.preventDefault()
    const wanted = submitter instanceof HTMLButtonElement ? submitter : null
    hideErrors(form)
    if (wanted?.value === 'send') return void adding.then(() => queue.submit(readFields(form)))
    if (wanted?.value === 'more-lines') addRow(form)?.querySelector('input')?.focus()
    if (wanted?.dataset['row']) addLine(form, JSON.parse(wanted.dataset['row']) as LineRow)
    changed()
  })
  for (const button of form.querySelectorAll<HTMLElement>('[data-do="sum"]')) button.hidden = true

  void restore()
  async function restore(): Promise<void> {
    const draft = await queue.draft()
    const isRejected = document.querySelector('.problem') !== null
    if (draft && !isRejected) {
      fill(form, draft.fields)
      await showFiles(form, draft.fields, store.files)
      if (draft.state === 'typed') {
        say('This is what you typed on this phone and have not sent.', 'done', [
          ['Start again', () => void queue.forget().then(() => location.reload())],
        ])
      } else showState('waiting', draft, store.durable())
    }
    withRemoveButtons(form, changed)
    showSums(form, currency as Currency)
    form.dataset['ready'] = 'yes'
    queue.start({ window, document })
    await forgetOld(store, Date.now())
  }
}

/** The list is the proof that the price has arrived; without a network now, a link leads there. */
async function openList(list: string): Promise<void> {
  const answer = await fetch(list).catch(() => null)
  if (answer?.ok) return location.assign(list)
  say('We have received your price.', 'done', [['See your prices', () => location.assign(list)]])
}

/** What the device has done with the price, in one place of the page. */
function say(text: string, look: 'hint' | 'done' | 'waiting', buttons: [string, () => void][] = []): void {
  const place = document.querySelector<HTMLElement>('#device')
  if (!place) return
  place.hidden = false
  place.className = look
  place.textContent = text
  document.querySelector('.device-buttons')?.remove()
  if (buttons.length === 0) return
  const row = document.createElement('div')
  row.className = 'device-buttons'
  for (const [label, act] of buttons) {
    const button = Object.assign(document.createElement('button'), {
      type: 'button',
      className: 'quiet',
      textContent: label,
    })
    button.addEventListener('click', () => {
      if (label !== 'Try now') row.remove()
      act()
    })
    row.append(button)
  }
  place.after(row)
  if (look === 'waiting') place.scrollIntoView({ block: 'center' })
}

/** The same sums as the server draws, of what is typed now. */
function showSums(form: HTMLFormElement, currency: Currency): void {
  const totals = typedTotals(readFields(form))
  const place = form.querySelector('#sums')
  if (!place) return
  const table = document.createElement('table')
  table.className = 'sums'
  for (const { label, value, isProvisional } of sumRows(totals, currency)) {
    const row = table.insertRow()
    row.className = isProvisional ? 'provisional' : ''
    row.append(Object.assign(document.createElement('th'), { scope: 'row', textContent: label }))
    row.insertCell().textContent = value
  }
  const textOf = (className: string, textContent: string) =>
    Object.assign(document.createElement('p'), { className, textContent })
  const total = textOf('total', formatAmount({ amount: totals.total, currency }))
  place.replaceChildren(total, table, ...(totals.unread > 0 ? [textOf('hint', unreadText(totals.unread))] : []))
  const warning = form.querySelector<HTMLElement>('#deposit-warning')
  if (warning) warning.hidden = !isHighDeposit(totals.deposit, totals.total)
}

/** A row that holds something can be removed. */
function withRemoveButtons(form: HTMLFormElement, changed: () => void): void {
  for (const row of rowsOf(form)) {
    const isEmpty = isEmptyRow(row)
    if (isEmpty) row.querySelector('.remove')?.remove()
    if (isEmpty || row.querySelector('.remove')) continue
    const look = { type: 'button', className: 'remove', textContent: 'Remove' }
    const button = Object.assign(document.createElement('button'), look)
    button.setAttribute('aria-label', `Remove line ${Number(row.dataset['line']) + 1}`)
    button.addEventListener('click', () => {
      removeRow(form, row)
      changed()
    })
    row.querySelector('details')?.before(button)
  }
}
