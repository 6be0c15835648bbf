import { useSyncExternalStore } from 'react'
import { createWatched } from '../../offline/watched.ts'

export type Toast = { title: string; text: string; tone: 'problem' | 'success' | 'notice' }
type Shown = Toast & { id: number; duration: number }

/** Milliseconds on screen (docs/specification.md, 9.2): what asks for an act stays the longer. */
const durations = { problem: 3500, success: 3000, notice: 3000 } as const
const maxShown = 3

const nothing: readonly Shown[] = []
const watched = createWatched({ shown: nothing })
let lastId = 0

export function toast(message: Toast): void {
  const id = (lastId += 1)
  const duration = durations[message.tone]
  watched.change({ shown: [...watched.get().shown, { ...message, id, duration }].slice(-maxShown) })
  setTimeout(() => dismiss(id), duration)
  import('../../brand/toast-gestures.ts').catch(() => {}) // Without it a toast has its button, and goes by itself.
}

function dismiss(id: number): void {
  watched.change({ shown: watched.get().shown.filter((each) => each.id !== id) })
}

/**
 * Bottom right. Both regions stand in the page from the start, because screen readers announce only what changes in a
 * region they already know. No message is in a toast alone: the page shows it too.
 */
export function Toasts() {
  const toasts = useSyncExternalStore(
    watched.subscribe,
    () => watched.get().shown,
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
