// Pages are altered by others than React: a translating browser puts each text into elements of its own, and extensions add
// theirs (react#11538). React must neither fail on that nor lose what somebody is typing.

/** A child that is elsewhere by now is removed already; what stood before it goes before what has taken its place. */
export function tolerateAlteredPage(): void {
  const { removeChild, insertBefore } = Node.prototype
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    return child.parentNode === this ? (removeChild.call(this, child) as T) : child
  }
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    let place = before
    while (place && place.parentNode !== this) place = place.parentNode
    return insertBefore.call(this, node, place) as T
  }
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const isText = (control: Element): control is HTMLInputElement | HTMLTextAreaElement =>
  control instanceof HTMLTextAreaElement ||
  (control instanceof HTMLInputElement && !['checkbox', 'radio', 'file', 'hidden'].includes(control.type))

/**
 * Where React finds the page altered it draws all of it anew. What was typed so far, the focus and the caret go over into the
 * new form in the same moment, so that not even the next key is lost. Returns what ends the watch.
 */
export function keepTyped(root: HTMLElement): () => void {
  const form = root.querySelector<HTMLFormElement>('form')
  if (!form) return () => {}
  let focused = controlIn(form, document.activeElement)
  const onFocus = ({ target }: Event) => void (focused = controlIn(form, target))
  // The focus also leaves what is about to be removed.
  const onBlur = () => void setTimeout(() => form.isConnected && (focused = controlIn(form, document.activeElement)))
  const observer = new MutationObserver(() => {
    if (form.isConnected) return
    const drawn = root.querySelector<HTMLFormElement>('form')
    if (!drawn) return
    end()
    for (const control of form.elements) moveAnswer(control, drawn)
    if (focused) moveFocus(focused, drawn)
  })
  observer.observe(root, { childList: true, subtree: true })
  addEventListener('focusin', onFocus, true)
  addEventListener('focusout', onBlur, true)
  const end = () => {
    observer.disconnect()
    removeEventListener('focusin', onFocus, true)
    removeEventListener('focusout', onBlur, true)
  }
  return end
}

const controlIn = (form: HTMLFormElement, target: EventTarget | null): Control | null =>
  target instanceof Element && form.contains(target) && 'value' in target ? (target as Control) : null

/** The same control of another drawing of the form: of a choice, the one with the value. */
function sameControl(control: Element, form: HTMLFormElement): Control | undefined {
  const { name, type, value } = control as Control
  if (name === '') return undefined
  const named = [...form.elements].filter((each): each is Control => (each as Control).name === name)
  return type === 'radio' ? named.find((each) => each.value === value) : named[0]
}

function moveAnswer(control: Element, form: HTMLFormElement): void {
  const other = sameControl(control, form)
  if (!other || other.type === 'hidden' || other.type === 'file') return
  if (control instanceof HTMLInputElement && other instanceof HTMLInputElement) other.checked = control.checked
  if (isText(control) || control instanceof HTMLSelectElement) other.value = control.value
}

function moveFocus(control: Control, form: HTMLFormElement): void {
  const other = sameControl(control, form)
  other?.focus({ preventScroll: true })
  if (!other || !isText(control) || !isText(other)) return
  try {
    other.setSelectionRange(control.selectionStart, control.selectionEnd)
  } catch {
    // Fields for email addresses and numbers have no caret that a script can set; it stands at the end.
  }
}
