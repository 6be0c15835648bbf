import { queryOptions } from '@tanstack/react-query'
import { graphql, query } from '../../../../api/graphql.ts'
import { LeadFields } from '../../lead.queries.ts'

export const AddLeadNote = graphql(
  `
    mutation AddLeadNote($id: ID!, $text: String!, $changeId: ID) {
      addLeadNote(id: $id, text: $text, changeId: $changeId) {
        ...LeadDetail
      }
    }
  `,
  [LeadFields],
)

/** Rejected with CONFLICT when a colleague changed the lead since `version`. Empty when there is no such lead. */
export const AssignLead = graphql(
  `
    mutation AssignLead($id: ID!, $userId: ID, $version: Int, $changeId: ID) {
      assignLeads(ids: [$id], userId: $userId, version: $version, changeId: $changeId) {
        ...LeadDetail
      }
    }
  `,
  [LeadFields],
)

/** Rejected with CONFLICT when a colleague changed the lead since `version`. */
export const SetLeadFollowUp = graphql(
  `
    mutation SetLeadFollowUp($id: ID!, $followUpAt: DateTime, $version: Int, $changeId: ID) {
      setLeadFollowUp(id: $id, followUpAt: $followUpAt, version: $version, changeId: $changeId) {
        ...LeadDetail
      }
    }
  `,
  [LeadFields],
)

export const LogLeadContact = graphql(
  `
    mutation LogLeadContact($id: ID!, $kind: LeadContactKind!, $outcome: CallOutcome, $text: String, $changeId: ID) {
      logLeadContact(id: $id, kind: $kind, outcome: $outcome, text: $text, changeId: $changeId) {
        ...LeadDetail
      }
    }
  `,
  [LeadFields],
)

/** Rejected with CONFLICT when a colleague changed the lead since `version`, or when the lead may get no quote. */
export const SendQuoteToHomeowner = graphql(
  `
    mutation SendQuote(
      $id: ID!
      $quoteId: ID!
      $amount: Int!
      $message: String!
      $contractorId: ID
      $fileId: ID
      $version: Int
    ) {
      sendQuote(
        id: $id
        quoteId: $quoteId
        amount: $amount
        message: $message
        contractorId: $contractorId
        fileId: $fileId
        version: $version
      ) {
        ...LeadDetail
      }
    }
  `,
  [LeadFields],
)

const Assignees = graphql(`
  query Assignees {
    assignees {
      id
      name
    }
  }
`)

export const assignees = () =>
  queryOptions({
    queryKey: ['assignees'],
    queryFn: async () => (await query(Assignees, {})).assignees,
    meta: { keep: true },
    staleTime: 60_000,
  })

const QuoteWords = graphql(`
  query QuoteWords {
    emailWords(name: QUOTE) {
      subject
      preheader
      title
      body
    }
  }
`)

/** What the email with a quote says at the moment. */
export const quoteWords = () =>
  queryOptions({ queryKey: ['quote-words'], queryFn: async () => (await query(QuoteWords, {})).emailWords })
