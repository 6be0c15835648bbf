import type { QuoteFormContent } from '@kerbside/schema/pages/content/form-content'
import type { FormField } from '@kerbside/schema/quotes/form-definition'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { v7 as uuidv7 } from 'uuid'
import { drafts, restoreAnswers, type Draft } from './draft.ts'
import { typedAnswers } from './quote-answers.ts'

/** The request that the form on the screen stands for. */
type Request = {
  submissionId: string
  /** On the clock of `performance.now()`, which nobody can set back. */
  shownAt: number
  /** Milliseconds that it had been shown for before this document; null when nobody measured them. */
  shownBefore: number | null
  editing: boolean
}

type Input = {
  page: string
  fields: readonly FormField[]
  /** The form came with the document; one that came later was shown when it came. */
  shownByServer: boolean
  /** A queued quote came back to be edited, with what was wrong with it. */
  onEditing: (problem: NonNullable<Draft['editing']>) => void
}

const newRequest = (shownAt: number): Request => ({
  submissionId: uuidv7(),
  shownAt,
  shownBefore: 0,
  editing: false,
})

/** Stores what is typed, under the id that the request will be sent with, so that it outlives a reload. */
export function useDraft({ page, fields, shownByServer, onEditing }: Input) {
  const element = useRef<HTMLFormElement>(null)
  const request = useRef<Request>({ ...newRequest(0), submissionId: '' })

  /** Until the stored draft was read, nothing may be written over it. */
  const wasRead = useRef(false)

  /** Milliseconds that the form has been shown for, reloads included; null when nobody measured them. */
  function shownMs(): number | null {
    const { shownAt, shownBefore } = request.current
    return shownBefore === null ? null : Math.round(shownBefore + performance.now() - shownAt)
  }
  function storeFrom(form: HTMLFormElement | null): void {
    if (!wasRead.current || !form) return
    const { editing, submissionId } = request.current
    const edited = editing && { editing: { message: null, errors: {} } }
    void drafts.write(page, { submissionId, shownMs: shownMs(), answers: typedAnswers(form, fields), ...edited })
  }
  const store = () => storeFrom(element.current)

  const begin = useEffectEvent(async () => {
    const fresh = newRequest(shownByServer ? 0 : performance.now())
    request.current = fresh
    // Held, because a page that is left meanwhile takes its form away, but not what was typed into it.
    const form = element.current
    const draft = await drafts.read(page)
    wasRead.current = true
    // What was sent while the draft was being read needs none any more.
    if (request.current !== fresh || !form) return
    if (draft) {
      restoreAnswers(form, draft.answers)
      const { submissionId, shownMs: shownBefore, editing } = draft
      request.current = { ...request.current, submissionId, shownBefore, editing: editing !== undefined }
      if (editing) onEditing(editing)
    }
    // What was typed before the script ran, or before the draft was read, is not stored yet.
    if (Object.values(typedAnswers(form, fields)).some((value) => value !== '')) storeFrom(form)
  })
  // Once: newer content of the same page must not make another request of what is being filled in.
  useEffect(() => void begin(), [])

  /** The answers are stored elsewhere: an empty form for the next request. */
  function startAnew(): void {
    void drafts.erase(page)
    element.current?.reset()
    request.current = newRequest(performance.now())
  }
  /** The server has other answers under the id: what stands in the form is a request of its own. */
  function renewId(): void {
    request.current = { ...request.current, submissionId: uuidv7(), editing: false }
    store()
  }
  return { element, request, shownMs, store, startAnew, renewId }
}

/**
 * The form to show: the newest, unless the visitor has begun to fill one in. That one stays as it is, with its version,
 * when an admin publishes another meanwhile; the server knows both.
 */
export function useFormBegun(page: string, content: QuoteFormContent, formVersion: number) {
  const [shown, setShown] = useState({ content, formVersion })
  useEffect(() => {
    let current = true
    void drafts.isBegun(page).then((begun) => {
      if (!current || begun) return
      setShown((last) => (last.content === content ? last : { content, formVersion }))
    })
    return () => void (current = false)
  }, [page, content, formVersion])
  return shown
}
