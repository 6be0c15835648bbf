import { Alert, Button } from '@mui/material'
import { useMutation, useQuery } from '@tanstack/react-query'
import { messageOf } from '../../api/api-error.ts'
import { emailTest, sendTestEmail, type EmailName, type EmailWords } from './emails.queries.ts'

type TestEmailProps = { name: EmailName; words: EmailWords; isWrong: boolean }

/** Sends the email as it stands in the form to whoever is signed in, and says what became of it. */
export function useTestEmail({ name, words, isWrong }: TestEmailProps) {
  const sending = useMutation({ mutationFn: () => sendTestEmail(name, words) })
  const query = useQuery(emailTest(sending.data))
  const test = query.data ?? sending.data
  const error = sending.error ?? query.error
  const button = (
    <Button
      color="inherit"
      variant="outlined"
      disabled={isWrong}
      loading={sending.isPending || (error === null && test?.state === 'SENDING')}
      onClick={() => sending.mutate()}
    >
      Send me a test
    </Button>
  )
  const result =
    error !== null ? (
      <Alert severity="error">{messageOf(error)}</Alert>
    ) : (
      test && <Alert severity={severities[test.state]}>{resultText(test)}</Alert>
    )
  return { button, result: <div role="status">{result}</div> }
}

type Test = Awaited<ReturnType<typeof sendTestEmail>>

const severities = { SENDING: 'info', SENT: 'success', FAILED: 'error' } as const

function resultText({ state, to, error }: Test): string {
  if (state === 'SENDING') return `A test to ${to} is on its way.`
  return state === 'SENT' ? `A test was sent to ${to}.` : `The test was not sent. ${error ?? ''}`.trim()
}
