import type { FormField } from '@kerbside/schema/quotes/form-definition'
import { useEffect, useEffectEvent, useRef } from 'react'
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
  onEditing: (refusal: NonNullable<Draft['editing']>) => void
}

const newRequest = (shownAt: number): Request => ({
  submissionId: uuidv7(),
  shownAt,
  shownBefore: 0,
  editing: false,
})

/** Keeps what is typed through a reload, under the id that the request will be sent with. */
export function useDraft({ page, fields, shownByServer, onEditing }: Input) {
  const element = useRef<HTMLFormElement>(null)
  const request = useRef<Request>({ ...newRequest(0), submissionId: '' })

  /** Until the draft of last time was looked for, nothing may be written over it. */
  const looked = useRef(false)

  /** How long the form has been in front of somebody, reloads included. */
  function shownMs(): number | null {
    const { shownAt, shownBefore } = request.current
    return shownBefore === null ? null : Math.round(shownBefore + performance.now() - shownAt)
  }
  const typed = () => (element.current ? typedAnswers(element.current, fields) : {})
  function keep(): void {
    if (!looked.current) return
    const { editing, submissionId } = request.current
    const refusal = editing && { editing: { message: null, errors: {} } }
    void drafts.write(page, { submissionId, shownMs: shownMs(), answers: typed(), ...refusal })
  }

  const begin = useEffectEvent(async () => {
    const fresh = newRequest(shownByServer ? 0 : performance.now())
    request.current = fresh
    const draft = await drafts.read(page)
    looked.current = true
    // What was sent, or the page that was left, while the browser looked needs no draft any more.
    if (request.current !== fresh || !element.current) return
    if (draft) {
      restoreAnswers(element.current, draft.answers)
      const { submissionId, shownMs: shownBefore = null, editing } = draft
      request.current = { ...request.current, submissionId, shownBefore, editing: editing !== undefined }
      if (editing) onEditing(editing)
    }
    // What was typed before the script came, or before the draft was there, was not written down yet.
    if (Object.values(typed()).some((value) => value !== '')) keep()
  })
  // Once: newer content of the same page must not make another request of what is being filled in.
  useEffect(() => void begin(), [])

  /** The answers are safe elsewhere: an empty form for the next request. */
  function startAnew(): void {
    void drafts.erase(page)
    element.current?.reset()
    request.current = newRequest(performance.now())
  }
  /** The server has other answers under the id: what stands in the form is a request of its own. */
  function renewId(): void {
    request.current = { ...request.current, submissionId: uuidv7(), editing: false }
    keep()
  }
  return { element, request, shownMs, keep, startAnew, renewId }
}
