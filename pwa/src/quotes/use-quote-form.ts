import type { FieldErrors } from '@kerbside/schema/errors'
import type { FormState } from '@kerbside/schema/pages/page-state'
import type { FormField } from '@kerbside/schema/quotes/form-definition'
import { honeypotName, missingLabels } from '@kerbside/schema/quotes/quote'
import { useEffect, useRef, useState, type ChangeEvent, type FormEvent } from 'react'
import { v7 as uuidv7 } from 'uuid'
import type { Submitted } from '../offline/quote-queue.ts'
import { askToPersist } from '../offline/register.ts'
import { toast } from '../ui/toasts.tsx'
import { attributionOf } from './attribution.ts'
import { createDrafts, restoreAnswers } from './draft.ts'
import { checkAnswers, labelled, quoteBody, typedAnswers } from './quote-answers.ts'
import { useQueue } from './queue-context.ts'

export type QuoteFormInput = {
  fields: readonly FormField[]
  /** Public path of the page that shows the form. */
  page: string
  formVersion: number
  form: FormState
  /** The request is stored: on the server, under this reference, or on the phone (null). */
  onStored: (reference: string | null) => void
}

type Problem = { errors: FieldErrors; message: string | null; attempt: number }

const drafts = createDrafts(
  () => localStorage,
  () => Date.now(),
)

/** Everything the form does with script. Its controls keep their own values; nothing here ever resets what was typed. */
export function useQuoteForm({ fields, page, formVersion, form, onStored }: QuoteFormInput) {
  const queue = useQueue()
  const element = useRef<HTMLFormElement>(null)
  const request = useRef({ submissionId: '', startedAt: 0, editing: false })
  const busy = useRef(false)
  const [submitting, setSubmitting] = useState(false)
  const [problem, setProblem] = useState<Problem>({ errors: form.errors, message: null, attempt: 0 })
  const shownByServer = form.submissionId !== ''

  useEffect(() => {
    const draft = drafts.read(page)
    const startedAt = shownByServer ? Math.round(performance.timeOrigin) : Date.now()
    request.current = { submissionId: uuidv7(), startedAt, editing: false }
    if (!draft || !element.current) return
    restoreAnswers(element.current, draft.answers)
    request.current = { ...draft, editing: draft.editing !== undefined }
    const refused = draft.editing
    if (refused && (refused.message || Object.keys(refused.errors).length > 0)) setProblem({ ...refused, attempt: 1 })
  }, [page, shownByServer])

  function keepDraft(): void {
    if (!element.current) return
    const { submissionId, startedAt, editing } = request.current
    const answers = typedAnswers(element.current, fields)
    drafts.write(page, { submissionId, startedAt, answers, ...(editing && { editing: { message: null, errors: {} } }) })
  }

  function refuse(errors: FieldErrors, message: string | null): void {
    setProblem(({ attempt }) => ({ errors, message, attempt: attempt + 1 }))
  }

  function onChange({ target }: ChangeEvent<HTMLFormElement>): void {
    const name: string = target.name
    if (!problem.errors[name] || !element.current) return
    const { [name]: wrong, ...rest } = problem.errors
    const now = checkAnswers(fields, typedAnswers(element.current, fields))[name]
    setProblem({ ...problem, errors: now ? { ...problem.errors, [name]: now } : rest })
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    if (!queue) return
    event.preventDefault()
    if (busy.current) return
    const answers = typedAnswers(event.currentTarget, fields)
    const errors = checkAnswers(fields, answers)
    const missing = missingLabels(fields, answers)
    if (missing.length > 0) {
      toast({ tone: 'problem', title: 'Missing Information', text: `Please fill in: ${missing.join(', ')}` })
    }
    if (Object.keys(errors).length > 0) return refuse(errors, null)
    busy.current = true
    setSubmitting(true)
    try {
      settle(await queue.submit(toQuote(event.currentTarget, answers)))
    } finally {
      busy.current = false
      setSubmitting(false)
    }
  }

  function toQuote(target: HTMLFormElement, answers: Record<string, string>) {
    const { submissionId, startedAt, editing } = request.current
    const body = quoteBody(answers, {
      submissionId,
      page,
      formVersion,
      elapsedMs: Math.max(0, Date.now() - startedAt),
      attribution: attributionOf(location, document.referrer, sessionStorage),
      website: String(new FormData(target).get(honeypotName) ?? ''),
    })
    return { id: submissionId, body, answers: labelled(fields, answers), page, replaces: editing }
  }

  function settle(outcome: Submitted): void {
    if (outcome.kind === 'refused') {
      toast({ tone: 'problem', title: 'Submission Failed', text: `${outcome.message} Please try again.` })
      return refuse(outcome.errors, outcome.message)
    }
    if (outcome.kind === 'waiting') void askToPersist()
    // Safe elsewhere now. What only this page holds keeps its draft as a second copy.
    if (outcome.kind === 'sent' || queue?.snapshot().durable) {
      drafts.erase(page)
      element.current?.reset()
      request.current = { submissionId: uuidv7(), startedAt: Date.now(), editing: false }
    }
    onStored(outcome.kind === 'sent' ? outcome.reference : null)
  }

  return { element, submitting, problem, keepDraft, onChange, submit }
}
