import { Alert } from '@mui/material'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { graphql, query, type ResultOf } from '../../api/graphql.ts'
import { formatSince } from '../ui/times.ts'

const CurrentOutages = graphql(`
  query CurrentOutages {
    mailOutage {
      kind
      since
      nextTryAt
      waiting
    }
    workerAbsence {
      since
    }
    canaryAbsence {
      since
    }
  }
`)
type Outages = ResultOf<typeof CurrentOutages>
export type MailOutage = NonNullable<Outages['mailOutage']>
export type WorkerAbsence = NonNullable<Outages['workerAbsence']>

/** Null while the mail server takes email, and while a worker runs. */
export const outages = () =>
  queryOptions({
    queryKey: ['outages'],
    queryFn: () => query(CurrentOutages, {}),
    refetchInterval: 15_000,
  })

const outageLabels: Record<MailOutage['kind'], string> = {
  UNREACHABLE: 'The mail server has been unreachable',
  REFUSES_SIGN_IN: 'The mail server has rejected our sign-in',
  REFUSES_SENDER: 'The mail server has rejected our sender address',
  REFUSES_CONNECTION: 'The mail server has rejected our connection',
  REFUSES_ALL: 'The mail server has rejected every email',
}

/** An outage of less than half a minute is not announced. */
export const isWorthANotice = ({ since }: MailOutage, now = new Date()) =>
  now.getTime() - new Date(since).getTime() >= 30_000

/** 'The mail server has rejected our sign-in since 14:05; 12 emails are waiting.' */
export function mailOutageMessage({ kind, since, waiting }: MailOutage, now = new Date()): string {
  const begun = `${outageLabels[kind]} since ${formatSince(since, now)}`
  if (waiting === 0) return `${begun}.`
  return `${begun}; ${waiting === 1 ? '1 email is' : `${waiting.toLocaleString('en-GB')} emails are`} waiting.`
}

/** 'No worker has reported since 14:05: emails and offers wait.' */
export const workerAbsenceMessage = ({ since }: WorkerAbsence, now = new Date()) =>
  `No worker has reported since ${formatSince(since, now)}: emails and offers wait.`

/** 'Test leads have not got through since 14:05.' */
export const canaryAbsenceMessage = ({ since }: WorkerAbsence, now = new Date()) =>
  `Test leads have not got through since ${formatSince(since, now)}: new leads may wait too.`

/** On every staff screen while emails are not sent that the screens announce. */
export function OutageNotices() {
  const { mailOutage, workerAbsence, canaryAbsence } = useQuery(outages()).data ?? {}
  return (
    <>
      {workerAbsence && (
        <Notice>{workerAbsenceMessage(workerAbsence)} They go out by themselves when a worker runs again.</Notice>
      )}
      {canaryAbsence && !workerAbsence && (
        <Notice>{canaryAbsenceMessage(canaryAbsence)} Ask whoever runs the system to look at its logs.</Notice>
      )}
      {mailOutage && isWorthANotice(mailOutage) && (
        <Notice>{mailOutageMessage(mailOutage)} Emails go out by themselves when the server takes them again.</Notice>
      )}
    </>
  )
}

const Notice = ({ children }: { children: ReactNode }) => (
  <Alert severity="warning" role="status" sx={{ mb: 2 }}>
    {children}
  </Alert>
)
