import { v7 as uuidv7 } from 'uuid'
import { drafts } from './draft.ts'

/** Milliseconds that a press waits for React before it is told why nothing happens. */
const patience = 2_000
/** Milliseconds between two tries to send what was pressed, where no event tells that the network is back. */
const pause = 5_000

/**
 * The form until React has it. What is typed is stored, and a press of its button waits for React, for only then is the
 * request safe on the phone without a network. Returns what is to be called once React has it.
 */
export function createEarlyForm(page: string, takeOver: () => Promise<boolean>) {
  const id = uuidv7()
  let isTaken = false
  let held: HTMLFormElement | null = null
  let isSending = false
  const notice = createNotice()

  async function keep({ target }: Event): Promise<void> {
    const form = formOf(target)
    const stored = await drafts.read(page)
    // Another request's draft is restored by React, and nothing may be written over it before.
    if (!form || isTaken || (stored && stored.submissionId !== id)) return
    await drafts.write(page, { submissionId: id, shownMs: Math.round(performance.now()), answers: typedIn(form) })
  }

  function hold(event: SubmitEvent): void {
    const form = formOf(event.target)
    if (!form) return
    event.preventDefault()
    event.stopPropagation()
    held = form
    setTimeout(() => held && notice.show(), patience)
    if (!isSending) void send()
  }

  async function send(): Promise<void> {
    isSending = true
    while (held && !(await takeOver())) {
      if (await canPost()) post()
      else {
        notice.show()
        await networkOrPause()
      }
    }
    isSending = false
  }

  /**
   * Where the server answers and React cannot be had. In many browsers that is so once its script has failed to come, because
   * they remember that until the next page. The server knows the request again by its id, should its draft be sent as well.
   */
  function post(): void {
    const ownId = held?.elements.namedItem('submission_id')
    if (ownId instanceof HTMLInputElement) ownId.value = id
    held?.submit()
    held = null
  }

  const onInput = (event: Event): void => void keep(event)
  addEventListener('input', onInput, true)
  addEventListener('submit', hold, true)

  return async function taken(): Promise<void> {
    isTaken = true
    // React's form has asked for its draft before, and calls are carried out in order.
    await drafts.read(page)
    removeEventListener('input', onInput, true)
    removeEventListener('submit', hold, true)
    notice.remove()
    held?.querySelector<HTMLButtonElement>('[type=submit]')?.click()
    held = null
  }
}

const formOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLFormElement>('form.quote__form') : null

function typedIn(form: HTMLFormElement): Record<string, string> {
  const data = new FormData(form)
  const controls = form.querySelectorAll<HTMLInputElement>('.control, .choice input')
  return Object.fromEntries([...controls].map(({ name }) => [name, String(data.get(name) ?? '')]))
}

/** Whether our server can take a form: the sign-in page of a café's network answers 200 too, but never with JSON. */
const canPost = () =>
  fetch('/readyz', { cache: 'no-store', signal: AbortSignal.timeout(pause) })
    .then(async (response) => response.ok && Boolean(await response.json()))
    .catch(() => false)

function networkOrPause(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, pause)
    function done() {
      clearTimeout(timer)
      removeEventListener('online', done)
      resolve()
    }
    addEventListener('online', done)
  })
}

/** Outside of what React takes over, which must be as the server has drawn it. */
function createNotice() {
  const toasts = Object.assign(document.createElement('div'), { className: 'toasts' })
  const toast = Object.assign(document.createElement('div'), { className: 'toast toast--problem', role: 'alert' })
  toasts.append(toast)
  return {
    show(): void {
      toast.textContent = 'Not sent yet. Keep this page open: your request is sent once there is a connection.'
      document.body.append(toasts)
    },
    remove: () => toasts.remove(),
  }
}
