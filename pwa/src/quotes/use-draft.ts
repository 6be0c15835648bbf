import type { FormField } from '@kerbside/schema/quotes/form-definition'
import { useEffect, useEffectEvent, useRef } from 'react'
import { v7 as uuidv7 } from 'uuid'
import { drafts, restoreAnswers, type Draft } from './draft.ts'
import { typedAnswers } from './quote-answers.ts'

/** The request that the form on the screen stands for. */
type Request = Pick<Draft, 'submissionId' | 'startedAt'> & { editing: boolean }

type Input = {
  page: string
  fields: readonly FormField[]
  /** The form came with the document; one that came later was shown when it came. */
  shownByServer: boolean
  /** A queued quote came back to be edited, with what was wrong with it. */
  onEditing: (refusal: NonNullable<Draft['editing']>) => void
}

const newRequest = (startedAt: number): Request => ({ submissionId: uuidv7(), startedAt, editing: false })

/** Keeps what is typed through a reload, under the id that the request will be sent with. */
export function useDraft({ page, fields, shownByServer, onEditing }: Input) {
  const element = useRef<HTMLFormElement>(null)
  const request = useRef<Request>({ submissionId: '', startedAt: 0, editing: false })

  const typed = () => (element.current ? typedAnswers(element.current, fields) : {})
  function keep(): void {
    const { editing, ...rest } = request.current
    const refusal = editing && { editing: { message: null, errors: {} } }
    drafts.write(page, { ...rest, answers: typed(), ...refusal })
  }

  const begin = useEffectEvent(() => {
    const draft = drafts.read(page)
    request.current = newRequest(shownByServer ? Math.round(performance.timeOrigin) : Date.now())
    if (draft && element.current) {
      restoreAnswers(element.current, draft.answers)
      const { submissionId, startedAt, editing } = draft
      request.current = { submissionId, startedAt, editing: editing !== undefined }
      if (editing) onEditing(editing)
    }
    // What was typed before the script came was not heard of yet.
    if (Object.values(typed()).some((value) => value !== '')) keep()
  })
  // Once: newer content of the same page must not make another request of what is being filled in.
  useEffect(() => begin(), [])

  /** The answers are safe elsewhere: an empty form for the next request. */
  function startAnew(): void {
    drafts.erase(page)
    element.current?.reset()
    request.current = newRequest(Date.now())
  }
  return { element, request, keep, startAnew }
}
