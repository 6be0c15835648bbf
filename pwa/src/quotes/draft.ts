import type { FieldErrors } from '@kerbside/schema/errors'

/** A form half filled in, kept through a reload. */
export type Draft = {
  submissionId: string
  /** Milliseconds that the form had been shown for when it was saved; missing or null when nobody measured them. */
  shownMs?: number | null
  savedAt: number
  answers: Record<string, string>
  /** A queued quote that is being edited: sending takes its place, and its refusal is shown. */
  editing?: { message: string | null; errors: FieldErrors }
}

const key = (page: string) => `quote_draft:${page}`
const week = 7 * 24 * 3600 * 1000

/** Drafts by page. Storage that fails or is full costs the draft and nothing else. */
export function createDrafts(storage: () => Storage, now: () => number) {
  return {
    read(page: string): Draft | null {
      try {
        const draft = JSON.parse(storage().getItem(key(page)) ?? 'null') as Draft | null
        return draft && now() - draft.savedAt < week ? draft : null
      } catch {
        return null // Blocked, or not readable: the form starts empty.
      }
    },
    write(page: string, draft: Omit<Draft, 'savedAt'>): void {
      try {
        storage().setItem(key(page), JSON.stringify({ ...draft, savedAt: now() }))
      } catch {
        // The answers still stand in the form.
      }
    },
    erase(page: string): void {
      try {
        storage().removeItem(key(page))
      } catch {
        // Nothing could be kept either.
      }
    },
  }
}

/** This browser's. */
export const drafts = createDrafts(
  () => localStorage,
  () => Date.now(),
)

/** Puts saved answers into controls that are still untouched: what was typed while the page loaded wins. */
export function restoreAnswers(form: HTMLFormElement, answers: Record<string, string>): void {
  for (const [name, value] of Object.entries(answers)) {
    const control = form.elements.namedItem(name)
    if (control instanceof HTMLInputElement && control.type === 'checkbox') control.checked ||= value !== ''
    else if (isTextControl(control) && control.value === '') control.value = value
  }
}

function isTextControl(control: unknown): control is HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement {
  return (
    control instanceof HTMLInputElement ||
    control instanceof HTMLSelectElement ||
    control instanceof HTMLTextAreaElement
  )
}
