import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { fieldErrors } from '../../api/api-error.ts'
import { emailPreview, type EmailName, type EmailWords } from './emails.queries.ts'

/** Milliseconds without a key pressed after which the preview follows. */
const typingPause = 400

/** The email as the server would send it with these words; while they cannot be sent, the last that could. */
export function useEmailPreview(name: EmailName, words: EmailWords) {
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
