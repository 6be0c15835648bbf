import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import { graphql, mutate, query, type ResultOf } from '../../api/graphql.ts'
import { leadKeys, LeadSummary, liveMs } from './leads.queries.ts'

export const LeadFields = graphql(
  `
    fragment LeadDetail on Lead @_unmask {
      id
      ...LeadSummary
      firstName
      trade
      propertyType
      drivewayType
      currentCondition
      drainageNeeded
      timeframe
      budget
      additionalInfo
      dateOfTravel
      pickupTime
      distance
      answers {
        name
        label
        value
      }
      status
      statusHistory {
        from
        to
        at
        by {
          name
        }
        note
      }
      activity {
        kind
        outcome
        at
        by {
          id
          name
        }
        text
        mentions {
          id
          name
        }
        assignedTo {
          name
        }
        followUpAt
        quote {
          id
          amount
          currency
          firmName
          file {
            id
            name
            size
          }
        }
      }
      photos {
        id
        width
        height
        by {
          name
        }
      }
      contactedAt
      enoughQuotesAt
      sharingStoppedAt
      erasedAt
      emailConfirmedAt
      corrections {
        at
        changes {
          label
          before
          after
        }
      }
      complaints {
        id
        at
        text
        dueAt
      }
      lostReason
      priority
      assignedTo {
        id
        name
      }
      followUpAt
      page
      isImported
      notice
      attribution {
        source
        medium
        campaign
        referrer
      }
      offers {
        contractorId
        contractorName
        state
        offeredAt
        expiresAt
        decidedAt
        sendAt
        digestDay
        declinedBecause
        rating {
          stars
          text
          at
        }
        outcomes {
          kind
          text
          at
        }
      }
      estimates {
        id
        contractorId
        contractorName
        number
        variationOf
        extraWork
        kind
        currency
        isVatRegistered
        lines {
          text
          quantity
          unit
          unitPrice
          net
          rate
          rateReason
          isProvisional
        }
        totals {
          net
          vat
          total
          provisional
          rates {
            rate
            net
            vat
          }
        }
        deposit
        stages {
          text
          amount
        }
        checklist {
          name
          says
        }
        startDay
        durationDays
        validUntilDay
        guaranteeYears
        insurer
        message
        files {
          id
          name
          size
        }
        sentAt
        enteredBy {
          name
        }
        changes
        state
        decidedAt
        seenAt
        declinedBecause
        withdrawnBecause
        chosenBy
        agreedStartDay
      }
      matching {
        contractorId
        contractorName
        matched
        reasons
      }
      deliveries {
        id
        kind
        contractorId
        state
        attempts
        attemptLog {
          at
          milliseconds
          round
          code
          answer
        }
        bounce {
          at
          hard
          status
          reason
          pauses
        }
        messageId
        template {
          name
          version
        }
        lastError
        refused
        nextTryAt
        sentAt
        updatedAt
      }
      version
      createdAt
      answerDueAt
      maximumFirms
    }
  `,
  [LeadSummary],
)
export type LeadDetail = ResultOf<typeof LeadFields>
export type LeadDelivery = LeadDetail['deliveries'][number]

const Lead = graphql(
  `
    query Lead($id: ID!) {
      lead(id: $id) {
        ...LeadDetail
      }
    }
  `,
  [LeadFields],
)

/** Null when there is no such lead. Loaded again more often while its emails are being sent. */
export const leadDetail = (id: string) =>
  queryOptions({
    queryKey: [...leadKeys.all, 'detail', id],
    queryFn: () => findLead(id),
    meta: { keep: true },
    refetchInterval: ({ state }) => (state.data && isSettling(state.data) ? 3_000 : liveMs),
  })

export async function findLead(id: string): Promise<LeadDetail | null> {
  try {
    return (await query(Lead, { id })).lead
  } catch (error) {
    if (error instanceof ApiError && error.code === 'NOT_FOUND') return null
    throw error
  }
}

function isSettling({ deliveries, matching, offers, activity, createdAt }: LeadDetail): boolean {
  const happenedWithin = (minutes: number, at: string) => Date.now() - new Date(at).getTime() < minutes * 60_000
  return (
    deliveries.some(({ state }) => state === 'QUEUED' || state === 'SENDING') ||
    (matching.length === 0 && happenedWithin(10, createdAt)) ||
    // The email of an offer made by hand, or of a quote, is written a moment later.
    offers.some(({ state, offeredAt }) => state === 'OFFERED' && happenedWithin(1, offeredAt)) ||
    activity.some(({ kind, at }) => kind === 'QUOTE_SENT' && happenedWithin(1, at))
  )
}

/** Rejected with CONFLICT when a colleague changed the lead since `version`. */
export const UpdateLeadStatus = graphql(
  `
    mutation UpdateLeadStatus($id: ID!, $status: LeadStatus!, $note: String, $version: Int, $changeId: ID) {
      updateLeadStatus(id: $id, status: $status, note: $note, version: $version, changeId: $changeId) {
        ...LeadDetail
      }
    }
  `,
  [LeadFields],
)

export const UndoLeadStatus = graphql(
  `
    mutation UndoLeadStatus($id: ID!, $version: Int!) {
      undoLeadStatus(id: $id, version: $version) {
        ...LeadDetail
      }
    }
  `,
  [LeadFields],
)

/** What every mutation of a lead does with its answer: it is shown at once, and all that depends on it is loaded again. */
export function useLeadCache(id: string) {
  const client = useQueryClient()
  return {
    show: (lead: LeadDetail) => client.setQueryData(leadDetail(id).queryKey, lead),
    refresh: () => client.invalidateQueries({ queryKey: leadKeys.all }),
  }
}

const RetryDelivery = graphql(`
  mutation RetryDelivery($id: ID!) {
    retryDelivery(id: $id) {
      id
    }
  }
`)
export const retryDelivery = (id: string) => mutate(RetryDelivery, { id })
