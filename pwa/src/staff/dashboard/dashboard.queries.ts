import { queryOptions } from '@tanstack/react-query'
import { graphql, query, type ResultOf } from '../../api/graphql.ts'
import { leadKeys, liveMs, WorkedLead } from '../leads/leads.queries.ts'

const LeadFigureFields = graphql(`
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

const NamedFigureFields = graphql(
  `
    fragment NamedFigure on NamedLeadFigure @_unmask {
      name
      figure {
        ...LeadFigure
      }
    }
  `,
  [LeadFigureFields],
)
export type NamedFigure = ResultOf<typeof NamedFigureFields>

const Reports = graphql(
  `
    query DashboardReports {
      dashboard {
        promise {
          hours
          kept
          missed
          medianMinutes
        }
        publicFigures {
          leads
          texts {
            medianResponse
            firmsPerRequest
            answeredInTime
          }
          hiddenBecause
        }
        prices {
          stages {
            name
            leads
            sums {
              currency
              amount
            }
          }
          declined {
            reason
            count
          }
          firms {
            contractorId
            contractorName
            accepted
            priced
            chosen
            medianHours
          }
        }
        reports {
          days {
            ...NamedFigure
          }
          statuses {
            ...NamedFigure
          }
          sources {
            ...NamedFigure
          }
          areas {
            ...NamedFigure
          }
        }
      }
    }
  `,
  [NamedFigureFields],
)
export type PromiseFigures = ResultOf<typeof Reports>['dashboard']['promise']
export type PriceFigures = ResultOf<typeof Reports>['dashboard']['prices']
export type PublicFigures = ResultOf<typeof Reports>['dashboard']['publicFigures']

/** A change of a lead makes all of them load again. */
export const dashboardKey = (part: string) => [...leadKeys.all, 'dashboard', part]

export const dashboardFigures = () =>
  queryOptions({
    queryKey: dashboardKey('figures'),
    queryFn: async () => (await query(Figures, {})).dashboard.figures,
    meta: { keep: 'list' },
    refetchInterval: liveMs,
  })

export const dashboardTasks = () =>
  queryOptions({
    queryKey: dashboardKey('tasks'),
    queryFn: async () => (await query(Tasks, {})).dashboard,
    meta: { keep: 'list' },
    refetchInterval: liveMs,
  })

export const dashboardWeeks = () =>
  queryOptions({
    queryKey: dashboardKey('weeks'),
    queryFn: async () => (await query(Weeks, {})).dashboard,
    meta: { keep: 'list' },
    refetchInterval: liveMs,
  })

export const dashboardReports = () =>
  queryOptions({
    queryKey: dashboardKey('reports'),
    queryFn: async () => (await query(Reports, {})).dashboard,
    refetchInterval: 10 * liveMs,
  })
