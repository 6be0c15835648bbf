import { Box, Button, Link } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { use, type ReactNode } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { CallButton } from '../leads/calls/call-button.tsx'
import { countText, jobText, nameOf, promiseOf } from '../leads/lead-labels.ts'
import { LeadChips } from '../leads/lead-parts.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { Muted, Row, Rows, Section } from '../ui/section.tsx'
import { formatAgo, formatDate, formatMinutes } from '../ui/times.ts'
import { dashboardFigures, dashboardTasks, type LeadFigure } from './dashboard.queries.ts'
import type { WorkedLead } from '../leads/leads.queries.ts'
import { listAddress, ListPath } from './lead-figure.tsx'

/** What a manager does next: answer homeowners within two hours, then the follow-ups of the day. */
export function Tasks() {
  const tasks = useQuery(dashboardTasks())
  const figures = useQuery(dashboardFigures())
  return (
    <>
      <TaskList
        title="Next leads to work"
        figure={figures.data?.waiting}
        leads={tasks.data?.nextLeads}
        query={tasks}
        reason={answerText}
        empty="Nobody is waiting: every homeowner of this week has heard from somebody."
      />
      <TaskList
        title="Waiting for a price"
        figure={tasks.data?.awaitingPrice.figure}
        leads={tasks.data?.awaitingPrice.leads}
        query={tasks}
        reason={(lead) => `No firm has sent a price; received ${formatAgo(lead.createdAt)}`}
        empty="Every homeowner with a firm for five days has got a price."
      />
      <TaskList
        title="Chosen, not confirmed"
        figure={tasks.data?.awaitingConfirmation.figure}
        leads={tasks.data?.awaitingConfirmation.leads}
        query={tasks}
        reason={() => 'Call the contractor: its quote was chosen two days ago or more'}
        empty="Every chosen quote was confirmed within two days."
      />
      <TaskList
        title="My follow-ups"
        figure={tasks.data?.ownFollowUps.figure}
        leads={tasks.data?.ownFollowUps.leads}
        query={tasks}
        reason={({ followUpAt }) => followUpAt && dueText(followUpAt)}
        empty="No follow-up is due. Those that are set on your leads appear here on their day."
      />
    </>
  )
}

const dueText = (at: string, now = new Date()) =>
  formatDate(at) === formatDate(now) ? 'Follow-up due today' : `Follow-up overdue since ${formatDate(at)}`

/** Why a lead is next: what the promise of an answer asks for. */
function answerText(lead: WorkedLead): string {
  const promise = promiseOf(lead)
  if (promise.kind === 'due') return `First answer due in ${formatMinutes(promise.minutesLeft)}`
  if (promise.kind === 'broken') return `No answer yet: it was due ${formatAgo(promise.since)}`
  return `Received ${formatAgo(lead.createdAt)}`
}

type TaskListProps = {
  title: string
  figure: LeadFigure | undefined
  leads: readonly WorkedLead[] | undefined
  query: Parameters<typeof QueryState>[0]['query']
  /** Why it is in this list. */
  reason: (lead: WorkedLead) => string | null
  empty: string
}

function TaskList({ title, figure, leads, query, reason, empty }: TaskListProps) {
  const listPath = use(ListPath)
  return (
    <Section title={title} action={figure && figure.count > 0 && <AllLink figure={figure} title={title} />}>
      <QueryState query={query} rows={3} loading={`Loading ${title}…`} staleNotice />
      {leads?.length === 0 && <Muted>{empty}</Muted>}
      <Rows>
        {leads?.map((lead) => (
          <Row
            key={lead.id}
            title={<LeadLink to={`${listPath}/${lead.id}`}>{nameOf(lead)}</LeadLink>}
            detail={
              <>
                <Box component="span" sx={{ display: 'block', color: 'text.primary' }}>
                  {reason(lead)}
                </Box>
                {[jobText(lead), lead.postcode].filter(Boolean).join(' · ')}
                <LeadChips lead={lead} />
              </>
            }
          >
            <CallButton lead={lead} look="icon" />
          </Row>
        ))}
      </Rows>
    </Section>
  )
}

export const LeadLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link component={RouterLink} to={to} color="inherit" underline="hover">
    {children}
  </Link>
)

function AllLink({ figure, title }: { figure: LeadFigure; title: string }) {
  const text = countText(figure)
  return (
    <Button
      component={RouterLink}
      to={listAddress(use(ListPath), figure)}
      size="small"
      aria-label={`${title}: all ${text}`}
    >
      All {text}
    </Button>
  )
}
