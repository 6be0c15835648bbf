import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { fieldErrorsOf } from '../../api/api-error.ts'
import { useForm } from '../ui/forms/use-form.ts'
import {
  emailPreview,
  emailTemplates,
  saveEmailTemplate,
  type EmailName,
  type EmailTemplate,
  type EmailVariable,
  type EmailWords,
} from './emails.queries.ts'

/** State and submit of the editor. What the server says of the words while they are typed stands at the fields. */
export function useWordsForm(template: EmailTemplate) {
  const client = useQueryClient()
  const { subject, preheader, title, body } = template.words
  const form = useForm<EmailWords, unknown>({
    start: { subject, preheader, title, body },
    save: (words) => saveEmailTemplate(template, words),
    done: 'Email saved',
    failed: 'Failed to save the email',
    reload: () => client.invalidateQueries(emailTemplates()),
  })
  const { draft, change, inputOf } = form
  const preview = useEmailPreview(template.name, draft)
  const lastField = useRef<keyof EmailWords>('body')
  return {
    ...form,
    preview,
    errors: { ...preview.errors, ...form.errors },
    onFocus: (name: keyof EmailWords) => {
      lastField.current = name
    },
    /** Where the caret was last; what needs a paragraph of its own gets one in the text. */
    insert: ({ name, isBlock }: EmailVariable) => {
      const field = isBlock ? 'body' : lastField.current
      const input = inputOf(field) as HTMLInputElement | HTMLTextAreaElement | null
      const text = draft[field]
      const before = text.slice(0, input?.selectionStart ?? text.length)
      const after = text.slice(input?.selectionEnd ?? text.length)
      const start = isBlock ? [before.trimEnd(), `{{${name}}}`].filter(Boolean).join('\n\n') : `${before}{{${name}}}`
      flushSync(() => change({ [field]: isBlock ? `${start}\n\n${after.trimStart()}`.trimEnd() : start + after }))
      input?.focus()
      input?.setSelectionRange(start.length, start.length)
    },
  }
}

/** Milliseconds without a key pressed after which the preview follows. */
const typingPause = 400

/** The email as the server would send it with these words; while they cannot be sent, the last that could. */
function useEmailPreview(name: EmailName, words: EmailWords) {
  const typed = JSON.stringify(words)
  const [asked, setAsked] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed), typingPause)
    return () => clearTimeout(timer)
  }, [typed])
  const query = useQuery(emailPreview(name, JSON.parse(asked) as EmailWords))
  const [last, setLast] = useState(query.data)
  if (query.data !== undefined && query.data !== last) setLast(query.data)
  const errors = fieldErrorsOf(query.error)
  const isWrong = Object.keys(errors).length > 0
  return { email: query.data ?? last, errors, isWrong, failure: isWrong ? null : query.error }
}
