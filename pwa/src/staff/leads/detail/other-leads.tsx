import { Link, Skeleton } from '@mui/material'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link as RouterLink, useLocation } from 'react-router-dom'
import { graphql, query as ask } from '../../../api/graphql.ts'
import { QueryState } from '../../ui/query-state.tsx'
import { Muted, Row, Rows, Section } from '../../ui/section.tsx'
import { formatDate } from '../../ui/times.ts'
import { jobText } from '../lead-labels.ts'
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
    }
  }
`)

/** Other leads of the same homeowner, newest first. */
const otherLeads = (id: string) =>
  queryOptions({
    queryKey: [...leadKeys.all, 'others', id],
    queryFn: async () => (await ask(OtherLeadsQuery, { id })).otherLeads,
  })

/** What else this homeowner has asked for. Back to Leads still leads to the list that the first lead was opened from. */
export function OtherLeads({ id, listPath }: { id: string; listPath: string }) {
  const query = useQuery(otherLeads(id))
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
          {data.map((lead) => (
            <Row
              key={lead.id}
              title={
                <Link component={RouterLink} to={`${listPath}/${lead.id}`} state={state} underline="hover">
                  {lead.reference}
                </Link>
              }
              detail={[formatDate(lead.createdAt), jobText(lead)].filter(Boolean).join(' · ')}
            >
              <StatusChip status={lead.status} />
            </Row>
          ))}
        </Rows>
      )}
    </Section>
  )
}
