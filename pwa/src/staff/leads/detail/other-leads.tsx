import { jobRelation } from '@kerbside/schema/same-job/same-job'
import { Link, Skeleton } from '@mui/material'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link as RouterLink, useLocation } from 'react-router-dom'
import { graphql, query as ask } from '../../../api/graphql.ts'
import { QueryState } from '../../ui/query-state.tsx'
import { Muted, Row, Rows, Section } from '../../ui/section.tsx'
import { formatDate } from '../../ui/times.ts'
import { jobText } from '../lead-labels.ts'
import type { LeadDetail } from '../lead.queries.ts'
import { StatusChip } from '../lead-parts.tsx'
import { leadKeys } from '../leads.queries.ts'

const OtherLeadsQuery = graphql(`
  query OtherLeads($id: ID!) {
    otherLeads(id: $id) {
      id
      reference
      status
      createdAt
      drivewayMaterial
      pickupLocation
      dropoffLocation
      trade
      email
      mobile
      postcode
      emailConfirmedAt
    }
  }
`)

/** Other leads of the same homeowner, newest first. */
const otherLeads = (id: string) =>
  queryOptions({
    queryKey: [...leadKeys.all, 'others', id],
    queryFn: async () => (await ask(OtherLeadsQuery, { id })).otherLeads,
  })

/** Whether it is the same job, for staff: of a doubtful one they decide. */
const jobTexts = {
  same: 'Same job. Both leads share the same places for contractors.',
  doubtful: 'May be the same job. Contractors are offered each lead, so close one if it is.',
  other: '',
}

/** What else this homeowner has asked for. Back to Leads still leads to the list that the first lead was opened from. */
export function OtherLeads({ lead, listPath }: { lead: LeadDetail; listPath: string }) {
  const query = useQuery(otherLeads(lead.id))
  const state: unknown = useLocation().state
  const { data } = query
  return (
    <Section title="Other leads of this homeowner">
      <QueryState
        query={query}
        skeleton={<Skeleton variant="rounded" height={40} aria-label="Loading other leads" />}
      />
      {data?.length === 0 && <Muted>None with the same email or mobile.</Muted>}
      {data && data.length > 0 && (
        <Rows>
          {data.map((other) => (
            <Row
              key={other.id}
              title={
                <Link component={RouterLink} to={`${listPath}/${other.id}`} state={state} underline="hover">
                  {other.reference}
                </Link>
              }
              detail={[formatDate(other.createdAt), jobText(other), jobTexts[jobRelation(lead, other) ?? 'other']]
                .filter(Boolean)
                .join(' · ')}
            >
              <StatusChip status={other.status} />
            </Row>
          ))}
        </Rows>
      )}
    </Section>
  )
}
