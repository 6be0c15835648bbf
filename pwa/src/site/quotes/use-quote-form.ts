import type { FieldErrors } from '@kerbside/schema/errors'
import type { FormState } from '@kerbside/schema/pages/content/screen-state'
import type { FormField } from '@kerbside/schema/quotes/form-definition'
import { checkAnswers, missingLabels } from '@kerbside/schema/quotes/quote'
import { use, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ChangeEvent, FocusEvent, FormEvent, RefObject } from 'react'
import { askToPersist, tabStore } from '../../offline/browser.ts'
import type { Submitted } from '../../offline/outbox/quote-queue.ts'
import { SiteSettings } from '../ui/site-settings.ts'
import { attributionOf, challengeIn, honeypotIn, labelled, quoteBody, typedAnswers } from './quote-answers.ts'
import { sentBefore, useQueue } from './queue-context.ts'
import { loadQueue } from './queue/queue-part.tsx'
import { useDraft } from './use-draft.ts'

export type QuoteFormInput = {
  fields: readonly FormField[]
  /** Public path of the page that shows the form. */
  page: string
  formVersion: number
  form: FormState
  /** The request is stored: on the server, under this reference, or on the phone (null). */
  onStored: (reference: string | null) => void
}

/** What the form does once script runs. Its controls keep their own values; nothing here resets what was typed. */
export function useQuoteForm({ fields, page, formVersion, form, onStored }: QuoteFormInput) {
  const queue = useQueue()
  const { problem, reject, recheck } = useProblem(form.errors)
  const rejectFailed = (message: string, errors: FieldErrors = {}) =>
    reject(errors, `${message} Please try again.`, 'Submission Failed')
  const { element, request, shownMs, store, startAnew, renewId } = useDraft({
    page,
    fields,
    shownByServer: form.submissionId !== '',
    onEditing: ({ errors, message }) => reject(errors, message),
  })
  // What was typed still stands in the form and in its draft.
  const { submitting, once } = useOnce(() => rejectFailed('There was an error submitting your quote request.'))

  function submit(event: FormEvent<HTMLFormElement>): void {
    // Without a queue the page is not hydrated: the browser posts the form itself.
    if (!queue) return
    event.preventDefault()
    const target = event.currentTarget
    const answers = typedAnswers(target, fields)
    const { errors, message, title } = problemIn(fields, answers)
    if (Object.keys(errors).length > 0) return reject(errors, message, title)
    once(async () => settle(await queue.submit(toQuote(target, answers))))
  }

  function toQuote(target: HTMLFormElement, answers: Record<string, string>) {
    const { submissionId, editing } = request.current
    const elapsedMs = shownMs()
    const attribution = attributionOf(location, document.referrer, tabStore)
    const challengeToken = challengeIn(target)
    const website = honeypotIn(target)
    const frame = { submissionId, page, formVersion, elapsedMs, attribution, challengeToken, website }
    return {
      id: submissionId,
      body: quoteBody(answers, frame),
      answers: labelled(fields, answers),
      page,
      replaces: editing,
    }
  }

  function settle(outcome: Submitted): void {
    if (outcome.kind === 'refused') return rejectFailed(outcome.message, outcome.errors)
    if (outcome.kind === 'sent-before') {
      renewId()
      return reject({}, `${sentBefore} Press the button again to send them as a new request.`)
    }
    // Only once something of value is stored.
    if (outcome.kind === 'waiting') void askToPersist()
    // A quote that is only in this page's memory keeps its draft as a second copy.
    if (outcome.kind === 'sent' || queue?.snapshot().durable) startAnew()
    onStored(outcome.kind === 'sent' ? outcome.reference : null)
  }

  const onChange = ({ target, currentTarget }: ChangeEvent<HTMLFormElement>): void =>
    recheck(target.name, () => problemIn(fields, typedAnswers(currentTarget, fields)))

  return { element, request, submitting, problem, storeDraft: store, onChange, submit, ...useParts(element) }
}

/** Loads what the form may need, once somebody touches it: the list of what waits, and the challenge, if the site has one. */
function useParts(element: RefObject<HTMLFormElement | null>) {
  const { challenge } = use(SiteSettings)
  const [isBegun, setBegun] = useState(false)
  const begin = (form: HTMLFormElement): void => {
    if (isBegun) return
    setBegun(true)
    // Only ahead of time: the press that sends loads it again, and says what went wrong.
    loadQueue().catch(() => {})
    if (!challenge?.siteKey) return
    // Without it the quote is sent without a token, which nobody is rejected for.
    import('./challenge.ts').then(({ showChallenge }) => showChallenge(challenge, form)).catch(() => {})
  }
  const beginIfFocused = useEffectEvent(() => {
    if (element.current?.contains(document.activeElement)) begin(element.current)
  })
  // Somebody may be in the form since before React took it over.
  useEffect(() => beginIfFocused(), [])
  return { isBegun, onFocus: ({ currentTarget }: FocusEvent<HTMLFormElement>) => begin(currentTarget) }
}

type Problem = { errors: FieldErrors; message: string | null; title?: string | undefined }

const missingTitle = 'Missing Information'

/** What is wrong with the answers as they stand. */
function problemIn(fields: readonly FormField[], answers: Record<string, string>): Problem {
  const { errors } = checkAnswers(fields, answers)
  const missing = missingLabels(fields, answers)
  if (missing.length === 0) return { errors, message: null }
  return { errors, message: `Please fill in: ${missing.join(', ')}`, title: missingTitle }
}

/** What is wrong with the answers; `attempt` counts the rejected submits. */
function useProblem(fromServer: FieldErrors) {
  const [problem, setProblem] = useState<Problem & { attempt: number }>({
    errors: fromServer,
    message: null,
    attempt: 0,
  })

  function reject(errors: FieldErrors, message: string | null, title?: string): void {
    const isWrong = message !== null || Object.keys(errors).length > 0
    if (isWrong) setProblem(({ attempt }) => ({ errors, message, title, attempt: attempt + 1 }))
  }
  /** Only a field with an error is checked again while it changes, so that nobody is interrupted early. */
  function recheck(name: string, check: () => Problem): void {
    if (!problem.errors[name]) return
    const checked = check()
    const now = checked.errors[name]
    const others = Object.entries(problem.errors).filter(([each]) => each !== name)
    const errors = now ? { ...problem.errors, [name]: now } : Object.fromEntries(others)
    const { message, title } = problem.title === missingTitle ? checked : problem
    setProblem({ ...problem, errors, message, title })
  }
  return { problem, reject, recheck }
}

/** A second submit while one is in flight is ignored: by a flag, because a state is too late for a double click. */
function useOnce(failed: () => void) {
  const busy = useRef(false)
  const [submitting, setSubmitting] = useState(false)

  async function run(work: () => Promise<void>): Promise<void> {
    if (busy.current) return
    busy.current = true
    setSubmitting(true)
    try {
      await work()
    } catch {
      failed()
    } finally {
      busy.current = false
      setSubmitting(false)
    }
  }
  return { submitting, once: (work: () => Promise<void>) => void run(work) }
}
