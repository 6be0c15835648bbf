import type { Days } from '@kerbside/schema/dashboard/report-period'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { graphql, query, type ResultOf } from '../../../api/graphql.ts'
import { liveMs } from '../../leads/leads.queries.ts'
import { dashboardKey, LeadFigureFields } from '../dashboard.queries.ts'

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

const FigureByStatusFields = graphql(
  `
    fragment FigureByStatus on LeadFigureByStatus @_unmask {
      name
      figure {
        ...LeadFigure
      }
      statuses {
        name
        count
        isCapped
      }
    }
  `,
  [LeadFigureFields],
)
export type FigureByStatus = ResultOf<typeof FigureByStatusFields>

const PromiseFields = graphql(`
  fragment PromiseFigures on PromiseReport @_unmask {
    hours
    kept
    missed
    answerMinutes
    medianMinutes
    days {
      name
      kept
      missed
      answerMinutes
    }
  }
`)
export type PromiseFigures = ResultOf<typeof PromiseFields>

const PriceFields = graphql(`
  fragment PriceFigures on PriceReports @_unmask {
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
`)
export type PriceFigures = ResultOf<typeof PriceFields>

const Reports = graphql(
  `
    query DashboardReports {
      dashboard {
        promise {
          ...PromiseFigures
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
          ...PriceFigures
        }
        reports {
          days {
            ...FigureByStatus
          }
          statuses {
            ...NamedFigure
          }
          sources {
            ...FigureByStatus
          }
          areas {
            ...NamedFigure
          }
        }
      }
    }
  `,
  [NamedFigureFields, FigureByStatusFields, PromiseFields, PriceFields],
)
export type PublicFigures = ResultOf<typeof Reports>['dashboard']['publicFigures']

export const dashboardReports = () =>
  queryOptions({
    queryKey: dashboardKey('reports'),
    queryFn: async () => (await query(Reports, {})).dashboard,
    refetchInterval: 10 * liveMs,
  })

const Report = graphql(
  `
    query LeadReport($from: String!, $to: String!) {
      leadReport(from: $from, to: $to) {
        from
        to
        daysOfBar
        leads {
          ...LeadFigure
        }
        converted {
          ...LeadFigure
        }
        before {
          leads {
            ...LeadFigure
          }
          converted {
            ...LeadFigure
          }
        }
        days {
          ...FigureByStatus
        }
        statuses {
          ...NamedFigure
        }
        sources {
          ...FigureByStatus
        }
        areas {
          ...NamedFigure
        }
        promise {
          ...PromiseFigures
        }
        prices {
          ...PriceFigures
        }
      }
    }
  `,
  [LeadFigureFields, NamedFigureFields, FigureByStatusFields, PromiseFields, PriceFields],
)
export type LeadReport = ResultOf<typeof Report>['leadReport']

export const leadReport = (days: Days | null) =>
  queryOptions({
    queryKey: dashboardKey(`report ${days?.from} ${days?.to}`),
    queryFn: async () => (days === null ? null : (await query(Report, days)).leadReport),
    enabled: days !== null,
    placeholderData: keepPreviousData,
    refetchInterval: 10 * liveMs,
  })

const ReportUrl = graphql(`
  query LeadReportUrl($from: String!, $to: String!) {
    leadReportUrl(from: $from, to: $to)
  }
`)

/** Where the report is downloaded as a file. */
export const leadReportUrl = async (days: Days): Promise<string> => (await query(ReportUrl, days)).leadReportUrl
