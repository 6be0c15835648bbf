import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ApiError, fieldErrors } from '../../api/api-error.ts'
import { useFieldErrors } from '../ui/forms/use-field-errors.ts'
import { useToast } from '../ui/toasts.tsx'
import {
  emailPreview,
  emailTemplates,
  saveEmailTemplate,
  type EmailName,
  type EmailTemplate,
  type EmailVariable,
  type EmailWords,
} from './emails.queries.ts'

export type WordsField = keyof EmailWords
const fieldNames: readonly WordsField[] = ['subject', 'preheader', 'title', 'body']

/** State and submit of the editor. What the server says of the words while they are typed stands at the fields. */
export function useWordsForm(template: EmailTemplate) {
  const [changes, setChanges] = useState<Partial<EmailWords>>({})
  const draft: EmailWords = { ...template.words, ...changes }
  const isChanged = fieldNames.some((name) => draft[name] !== template.words[name])
  const fields = useFieldErrors(fieldNames)
  const preview = useEmailPreview(template.name, draft)
  const inputs = useRef<Partial<Record<WordsField, HTMLInputElement | HTMLTextAreaElement | null>>>({})
  const lastField = useRef<WordsField>('body')
  const client = useQueryClient()
  const toast = useToast()

  const mutation = useMutation({
    mutationFn: () => saveEmailTemplate(template, draft),
    onSuccess: async () => {
      await client.invalidateQueries(emailTemplates())
      setChanges({})
      toast.success('Email saved')
    },
    onError: (error) => {
      toast.error('Failed to save the email')
      fields.show(fieldErrors(error))
    },
  })
  const change = (name: WordsField, text: string) => {
    setChanges((before) => ({ ...before, [name]: text }))
    fields.clear([name])
  }
  const start = (words: Partial<EmailWords>) => {
    mutation.reset()
    setChanges(words)
    fields.show({})
  }
  return {
    draft,
    preview,
    isChanged,
    change,
    errorsOf: (name: WordsField) => fields.errors[name] ?? preview.errors[name],
    inputRef: (name: WordsField) => (input: HTMLInputElement | HTMLTextAreaElement | null) => {
      inputs.current[name] = input
      fields.inputRef(name)(input)
    },
    onFocus: (name: WordsField) => {
      lastField.current = name
    },
    /** Where the caret was last; what needs a paragraph of its own gets one in the text. */
    insert: ({ name, isBlock }: EmailVariable) => {
      const field = isBlock ? 'body' : lastField.current
      const input = inputs.current[field]
      const text = draft[field]
      const before = text.slice(0, input?.selectionStart ?? text.length)
      const after = text.slice(input?.selectionEnd ?? text.length)
      const start = isBlock ? [before.trimEnd(), `{{${name}}}`].filter(Boolean).join('\n\n') : `${before}{{${name}}}`
      flushSync(() => change(field, isBlock ? `${start}\n\n${after.trimStart()}`.trimEnd() : start + after))
      input?.focus()
      input?.setSelectionRange(start.length, start.length)
    },
    submit: () => {
      if (!mutation.isPending && isChanged) mutation.mutate()
    },
    /** Other words to go on from. */
    load: (words: EmailWords) => start(words),
    undo: () => start({}),
    /** After a conflict: what was typed stays, on top of what a colleague has saved. */
    reload: async () => {
      await client.invalidateQueries(emailTemplates())
      mutation.reset()
    },
    busy: mutation.isPending,
    isConflict: mutation.error instanceof ApiError && mutation.error.code === 'CONFLICT',
    /** What belongs to no field. */
    error: fields.ofNoField(mutation.error),
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
  const errors = fieldErrors(query.error)
  const isWrong = Object.keys(errors).length > 0
  return { email: query.data ?? last, errors, isWrong, failure: isWrong ? null : query.error }
}
