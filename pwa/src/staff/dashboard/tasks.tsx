import { Button, Link } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { use, type ReactNode } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { countText, jobText, nameOf } from '../leads/lead-labels.ts'
import { LeadChips } from '../leads/lead-parts.tsx'
import { ListSkeleton } from '../ui/lists/list.tsx'
import { LoadFailure, StaleNotice } from '../ui/notices.tsx'
import { Muted, Row, Rows, Section } from '../ui/section.tsx'
import { formatAgo, formatDate } from '../ui/times.ts'
import { dashboardFigures, dashboardTasks, type LeadFigure, type TaskLead } from './dashboard.queries.ts'
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
        detail={(lead) => `received ${formatAgo(lead.createdAt)}`}
        empty="Nobody is waiting: every homeowner of this week has heard from somebody."
      />
      <TaskList
        title="Waiting for a price"
        figure={tasks.data?.awaitingPrice.figure}
        leads={tasks.data?.awaitingPrice.leads}
        query={tasks}
        detail={(lead) => `received ${formatAgo(lead.createdAt)}`}
        empty="Every homeowner with a firm for five days has got a price."
      />
      <TaskList
        title="My follow-ups"
        figure={tasks.data?.ownFollowUps.figure}
        leads={tasks.data?.ownFollowUps.leads}
        query={tasks}
        detail={({ followUpAt }) => followUpAt && dueText(followUpAt)}
        empty="No follow-up is due. Those that are set on your leads appear here on their day."
      />
    </>
  )
}

const dueText = (at: string, now = new Date()) =>
  formatDate(at) === formatDate(now) ? 'due today' : `overdue since ${formatDate(at)}`

type TaskListProps = {
  title: string
  figure: LeadFigure | undefined
  leads: readonly TaskLead[] | undefined
  query: Parameters<typeof LoadFailure>[0]['query'] & Parameters<typeof StaleNotice>[0]['query']
  detail: (lead: TaskLead) => string | null
  empty: string
}

function TaskList({ title, figure, leads, query, detail, empty }: TaskListProps) {
  const listPath = use(ListPath)
  return (
    <Section title={title} action={figure && figure.count > 0 && <AllLink figure={figure} title={title} />}>
      {!leads && (query.error ? <LoadFailure query={query} /> : <ListSkeleton rows={3} label={`Loading ${title}…`} />)}
      <StaleNotice query={query} />
      {leads?.length === 0 && <Muted>{empty}</Muted>}
      <Rows>
        {leads?.map((lead) => (
          <Row
            key={lead.id}
            title={<LeadLink to={`${listPath}/${lead.id}`}>{nameOf(lead)}</LeadLink>}
            detail={[jobText(lead), lead.postcode, detail(lead)].filter(Boolean).join(' · ')}
          >
            <LeadChips lead={lead} />
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
