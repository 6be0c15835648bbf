import { useSyncExternalStore } from 'react'
import './toasts.css'

export type Toast = { title: string; text: string; tone: 'problem' | 'success' | 'notice' }
type Shown = Toast & { id: number; duration: number }

/** Milliseconds on screen (docs/specification.md, 9.2): what asks for an act stays the longer. */
const durations = { problem: 3500, success: 3000, notice: 3000 } as const
const maxShown = 3

let shown: readonly Shown[] = []
let lastId = 0
const listeners = new Set<() => void>()

function show(next: readonly Shown[]): void {
  shown = next
  for (const listener of listeners) listener()
}

export function toast(message: Toast): void {
  const id = (lastId += 1)
  const duration = durations[message.tone]
  show([...shown, { ...message, id, duration }].slice(-maxShown))
  setTimeout(() => dismiss(id), duration)
  // Without it a toast has its button, and goes by itself.
  import('../../brand/toast-gestures.ts').catch(() => {})
}

function dismiss(id: number): void {
  show(shown.filter((each) => each.id !== id))
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
const nothing: readonly Shown[] = []

/**
 * Bottom right. Both regions stand in the page from the start, because screen readers announce only what changes in a
 * region they already know. No message is in a toast alone: the page shows it too.
 */
export function Toasts() {
  const toasts = useSyncExternalStore(
    subscribe,
    () => shown,
    () => nothing,
  )
  const problems = toasts.filter(({ tone }) => tone === 'problem')
  const others = toasts.filter(({ tone }) => tone !== 'problem')
  return (
    <div className="toasts">
      <div role="alert">{problems.map(card)}</div>
      <div role="status">{others.map(card)}</div>
    </div>
  )
}

function card({ id, title, text, tone }: Shown) {
  return (
    <div key={id} className={`toast toast--${tone}`}>
      <p className="toast__title">{title}</p>
      <p className="toast__text">{text}</p>
      <button type="button" className="toast__close" aria-label={`Close: ${title}`} onClick={() => dismiss(id)}>
        ×
      </button>
    </div>
  )
}
