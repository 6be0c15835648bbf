import { queryOptions } from '@tanstack/react-query'
import { graphql, query } from '../../../api/graphql.ts'

const AnswersCarriedQuery = graphql(`
  query AnswersCarried {
    answersCarried {
      name
      leads
    }
  }
`)

/** How many of the latest leads carry an answer under each name: what a change of the form would part. */
export const answersCarried = () =>
  queryOptions({
    queryKey: ['answers-carried'],
    queryFn: async () => (await query(AnswersCarriedQuery, {})).answersCarried,
  })
