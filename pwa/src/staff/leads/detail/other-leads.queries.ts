import { queryOptions } from '@tanstack/react-query'
import { graphql, query } from '../../../api/graphql.ts'
import { leadKeys } from '../leads.queries.ts'

const OtherLeads = graphql(`
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
export const otherLeads = (id: string) =>
  queryOptions({
    queryKey: [...leadKeys.all, 'others', id],
    queryFn: async () => (await query(OtherLeads, { id })).otherLeads,
  })
