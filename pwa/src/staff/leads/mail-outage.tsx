import { Alert } from '@mui/material'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { graphql, query, type ResultOf } from '../../api/graphql.ts'
import { formatDateTime, formatTime } from '../ui/times.ts'
import { liveMs } from './leads.queries.ts'

const CurrentMailOutage = graphql(`
  query CurrentMailOutage {
    mailOutage {
      kind
      since
      nextTryAt
      waiting
    }
  }
`)
export type MailOutage = NonNullable<ResultOf<typeof CurrentMailOutage>['mailOutage']>

/** Null while the mail server takes mail. */
export const mailOutage = () =>
  queryOptions({
    queryKey: ['mail-outage'],
    queryFn: async () => (await query(CurrentMailOutage, {})).mailOutage,
    refetchInterval: liveMs,
  })

const outages: Record<MailOutage['kind'], string> = {
  UNREACHABLE: 'The mail server has been unreachable',
  REFUSES_SIGN_IN: 'The mail server has refused our sign-in',
  REFUSES_SENDER: 'The mail server has refused our sender address',
  REFUSES_CONNECTION: 'The mail server has refused our connection',
}

/** An outage of less than a minute is not announced. */
export const isWorthANotice = ({ since }: MailOutage, now = new Date()) =>
  now.getTime() - new Date(since).getTime() >= 60_000

/** 'The mail server has refused our sign-in since 14:05; 12 emails are waiting.' */
export function mailOutageMessage({ kind, since, waiting }: MailOutage, now = new Date()): string {
  const isToday = new Date(since).toDateString() === now.toDateString()
  const begun = `${outages[kind]} since ${isToday ? formatTime(since) : formatDateTime(since)}`
  if (waiting === 0) return `${begun}.`
  return `${begun}; ${waiting === 1 ? '1 email is' : `${waiting.toLocaleString('en-GB')} emails are`} waiting.`
}

/** On every staff screen while the mail server takes no mail: the emails that the screens announce are not sent. */
export function MailOutageNotice() {
  const { data } = useQuery(mailOutage())
  if (!data || !isWorthANotice(data)) return null
  return (
    <Alert severity="warning" role="status" sx={{ mb: 2 }}>
      {mailOutageMessage(data)} Emails go out by themselves when the server takes them again.
    </Alert>
  )
}
