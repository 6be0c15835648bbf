import { z } from 'zod'
import { dayAfter, londonDay, startOfLondonDay } from '../time/london-time.ts'

/** Whole days of London (YYYY-MM-DD), both ends included. */
export type Days = { from: string; to: string }

/** The most days of a report. */
const longest = 366
/** Up to so many days a chart has a bar for each; beyond, one for each week. */
const mostBars = 93

/** The periods that a report offers, as its address names them. */
export const reportPresets = {
  '7-days': { label: 'Last 7 days' },
  '30-days': { label: 'Last 30 days' },
  '90-days': { label: 'Last 90 days' },
  'this-month': { label: 'This month' },
  'last-month': { label: 'Last month' },
  'this-year': { label: 'This year' },
} as const
export type ReportPreset = keyof typeof reportPresets

export const isReportPreset = (text: string): text is ReportPreset => Object.hasOwn(reportPresets, text)

export function daysOfPreset(preset: ReportPreset, now: Date): Days {
  const to = londonDay(now)
  const firstOfMonth = `${to.slice(0, 7)}-01`
  switch (preset) {
    case '7-days':
      return lastDays(now, 7)
    case '30-days':
      return lastDays(now, 30)
    case '90-days':
      return lastDays(now, 90)
    case 'this-month':
      return { from: firstOfMonth, to }
    case 'last-month': {
      const last = dayAfter(firstOfMonth, -1)
      return { from: `${last.slice(0, 7)}-01`, to: last }
    }
    case 'this-year':
      return { from: `${to.slice(0, 4)}-01-01`, to }
  }
}

/** So many days that end with today. */
export const lastDays = (now: Date, count: number): Days => {
  const to = londonDay(now)
  return { from: dayAfter(to, 1 - count), to }
}

const numberOfDays = ({ from, to }: Days) => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1

/** As many days, that end where these begin. */
export const daysBefore = (days: Days): Days => ({
  from: dayAfter(days.from, -numberOfDays(days)),
  to: dayAfter(days.from, -1),
})

const day = z.iso.date('Give a day, like 2026-11-30').refine((text) => text >= '2000', 'Give a day after 1999')

/** The period of a report. */
export const ReportPeriod = z
  .strictObject({ from: day, to: day })
  .refine(({ from, to }) => from <= to, { path: ['to'], error: 'The last day must not be before the first.' })
  .refine((days) => numberOfDays(days) <= longest, {
    path: ['from'],
    error: `A report has ${longest} days at most.`,
  })

/** Days of each bar of a chart. */
export const daysOfBar = (days: Days): number => (numberOfDays(days) <= mostBars ? 1 : 7)

/** What each bar of a chart stands for, in order; the last may be shorter. */
export function barsOf(days: Days): Days[] {
  const step = daysOfBar(days)
  return Array.from({ length: Math.ceil(numberOfDays(days) / step) }, (_, index) => {
    const from = dayAfter(days.from, index * step)
    const to = dayAfter(from, step - 1)
    return { from, to: to < days.to ? to : days.to }
  })
}

/** The first and the last moment; `to` is missing of a period that goes on. */
export function momentsOf({ from, to }: Days, now: Date): { from: Date; to?: Date } {
  const start = startOfLondonDay(from)
  return to >= londonDay(now)
    ? { from: start }
    : { from: start, to: new Date(startOfLondonDay(dayAfter(to, 1)).getTime() - 1) }
}
