import { queryOptions } from '@tanstack/react-query'
import { graphql, query, type ResultOf } from '../../api/graphql.ts'
import { leadKeys, liveMs, WorkedLead } from '../leads/leads.queries.ts'

export const LeadFigureFields = graphql(`
  fragment LeadFigure on LeadFigure @_unmask {
    count
    isCapped
    filter {
      status
      assignedTo
      from
      to
      source
      followUp
      pending
      waiting
      awaitingPrice
      awaitingConfirmation
      area
    }
  }
`)
export type LeadFigure = ResultOf<typeof LeadFigureFields>

const Figures = graphql(
  `
    query DashboardFigures {
      dashboard {
        figures {
          total {
            ...LeadFigure
          }
          pending {
            ...LeadFigure
          }
          thisWeek {
            ...LeadFigure
          }
          waiting {
            ...LeadFigure
          }
          new {
            ...LeadFigure
          }
          contacted {
            ...LeadFigure
          }
          quoted {
            ...LeadFigure
          }
          converted {
            ...LeadFigure
          }
          conversionRate
        }
      }
    }
  `,
  [LeadFigureFields],
)

const Tasks = graphql(
  `
    query DashboardTasks {
      dashboard {
        nextLeads {
          ...WorkedLead
        }
        awaitingPrice {
          figure {
            ...LeadFigure
          }
          leads {
            ...WorkedLead
          }
        }
        awaitingConfirmation {
          figure {
            ...LeadFigure
          }
          leads {
            ...WorkedLead
          }
        }
        ownFollowUps {
          figure {
            ...LeadFigure
          }
          leads {
            ...WorkedLead
          }
        }
      }
    }
  `,
  [LeadFigureFields, WorkedLead],
)

const WeekFields = graphql(
  `
    fragment WeekFigures on WeekFigures @_unmask {
      received {
        ...LeadFigure
      }
      contacted {
        ...LeadFigure
      }
      quoted {
        ...LeadFigure
      }
      converted {
        ...LeadFigure
      }
    }
  `,
  [LeadFigureFields],
)

const Weeks = graphql(
  `
    query DashboardWeeks {
      dashboard {
        thisWeek {
          ...WeekFigures
        }
        lastWeek {
          ...WeekFigures
        }
      }
    }
  `,
  [WeekFields],
)

/** A change of a lead makes all of them load again. */
export const dashboardKey = (part: string) => [...leadKeys.all, 'dashboard', part]

export const dashboardFigures = () =>
  queryOptions({
    queryKey: dashboardKey('figures'),
    queryFn: async () => (await query(Figures, {})).dashboard.figures,
    meta: { keep: true },
    refetchInterval: liveMs,
  })

export const dashboardTasks = () =>
  queryOptions({
    queryKey: dashboardKey('tasks'),
    queryFn: async () => (await query(Tasks, {})).dashboard,
    meta: { keep: true },
    refetchInterval: liveMs,
  })

export const dashboardWeeks = () =>
  queryOptions({
    queryKey: dashboardKey('weeks'),
    queryFn: async () => (await query(Weeks, {})).dashboard,
    meta: { keep: true },
    refetchInterval: liveMs,
  })
