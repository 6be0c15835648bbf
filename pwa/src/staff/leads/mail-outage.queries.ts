import { queryOptions } from '@tanstack/react-query'
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

const troubles: Record<MailOutage['kind'], string> = {
  UNREACHABLE: 'The mail server has been unreachable',
  REFUSES_SIGN_IN: 'The mail server has refused our sign-in',
  REFUSES_SENDER: 'The mail server has refused our sender address',
  REFUSES_CONNECTION: 'The mail server has refused our connection',
}

/** A server that is back within a minute is nobody's business. */
export const isWorthANotice = ({ since }: MailOutage, now = new Date()) =>
  now.getTime() - new Date(since).getTime() >= 60_000

/** 'The mail server has refused our sign-in since 14:05; 12 emails are waiting.' */
export function mailOutageWords({ kind, since, waiting }: MailOutage, now = new Date()): string {
  const isToday = new Date(since).toDateString() === now.toDateString()
  const begun = `${troubles[kind]} since ${isToday ? formatTime(since) : formatDateTime(since)}`
  if (waiting === 0) return `${begun}.`
  return `${begun}; ${waiting === 1 ? '1 email is' : `${waiting.toLocaleString('en-GB')} emails are`} waiting.`
}
