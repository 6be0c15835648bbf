import type { PublicSettings } from '../settings/public-settings.ts'
import { countOf } from '../text.ts'

/** Days whose leads are measured. */
export const measuredDays = 90
/** Fewer leads say nothing. */
export const fewestLeads = 20
/** The share of leads that must have been answered in time, beside the median, for the promise to count as met. */
export const leastInTime = 0.9
/** Hours after which a measurement is too old to be shown: the workers make one each hour. */
const freshHours = 24

/**
 * How the leads of the last 90 days whose promised time is over were answered (docs/specification.md, 6.5). An answer is
 * the first acceptance by a firm or the first contact that staff logged.
 */
export type MeasuredFigures = {
  measuredAt: Date
  /** The promise that they were measured against. */
  promiseHours: number
  leads: number
  /** Answered within the promised time. */
  inTime: number
  /** From receipt to the answer, rounded up; null while half of the leads have none. */
  medianMinutes: number | null
  /** Firms that got the details, of all these leads together. */
  firms: number
  /** Within which half of the firms' answers to offers of these days came; null or missing while there are too few. */
  firmMinutes?: number | null
}

/** The figures as the texts of pages write them. */
export type FigureTexts = Record<'medianResponse' | 'firmsPerRequest' | 'answeredInTime', string>

/** Leads with the same minutes to their answer, rounded up; null: without one. `firms` of all of them together. */
export type AnsweredLeads = { minutes: number | null; leads: number; firms: number }

/** Whether an answer after so many minutes, null without one, keeps the promise. */
export const isInTime = (minutes: number | null, { promiseHours }: Pick<PublicSettings, 'promiseHours'>): boolean =>
  minutes !== null && minutes <= promiseHours * 60

/** Figures of leads that are counted by the minutes to their answer. One without an answer waits longer than any other. */
export function figuresOf(
  counted: readonly AnsweredLeads[],
  { promiseHours }: Pick<PublicSettings, 'promiseHours'>,
  measuredAt: Date,
): MeasuredFigures {
  const minutesOf = ({ minutes }: AnsweredLeads) => minutes ?? Number.POSITIVE_INFINITY
  const sorted = counted.toSorted((a, b) => (minutesOf(a) < minutesOf(b) ? -1 : 1))
  const sumOf = (of: readonly AnsweredLeads[], what: 'leads' | 'firms') => of.reduce((sum, each) => sum + each[what], 0)
  const leads = sumOf(sorted, 'leads')
  const inTime = sorted.filter(({ minutes }) => isInTime(minutes, { promiseHours }))
  let seen = 0
  // Where their number is even it is the later one of the middle two, so that no text promises more than was measured.
  const median = sorted.find((each) => (seen += each.leads) > leads / 2)
  return {
    measuredAt,
    promiseHours,
    leads,
    inTime: sumOf(inTime, 'leads'),
    medianMinutes: median?.minutes ?? null,
    firms: sumOf(sorted, 'firms'),
  }
}

/** Answers of firms with the same minutes from when they heard of the offer. */
export type FirmAnswers = { minutes: number; answers: number }

/** The median of the answers of all firms; null of too few, which would tell of single firms. */
export function firmMinutesOf(counted: readonly FirmAnswers[]): number | null {
  const total = counted.reduce((sum, { answers }) => sum + answers, 0)
  let seen = 0
  const median = counted.toSorted((a, b) => a.minutes - b.minutes).find(({ answers }) => (seen += answers) > total / 2)
  return total < fewestLeads ? null : (median?.minutes ?? null)
}

/** Why the pages do not show the figures today, in a sentence for staff; null: they show them. */
export function whyHidden(
  measured: MeasuredFigures | null,
  { promiseHours }: Pick<PublicSettings, 'promiseHours'>,
  now: Date,
): string | null {
  if (!measured) return 'Nothing has been measured yet. A worker does so each hour.'
  const { leads, inTime, medianMinutes } = measured
  if (measured.promiseHours !== promiseHours) {
    return 'The promised hours were changed. The leads are measured by the new promise within the hour.'
  }
  if (now.getTime() - measured.measuredAt.getTime() > freshHours * 3_600_000) {
    return 'They are more than a day old: no worker has measured since.'
  }
  if (leads < fewestLeads) {
    return `Only ${leads} of the ${fewestLeads} leads that it takes are old enough to be measured.`
  }
  if (medianMinutes === null || medianMinutes > promiseHours * 60) {
    return `Half of the homeowners waited longer than the promised ${countOf(promiseHours, 'hour')}.`
  }
  if (inTime < leads * leastInTime) {
    return `${shareOf(measured)} were answered in time, and it takes ${leastInTime * 100}%.`
  }
  return null
}

/** Rounded so that no text says more than was measured; null without leads, or while half of them have no answer. */
export function figureTexts(measured: MeasuredFigures): FigureTexts | null {
  const { leads, medianMinutes, firms } = measured
  if (medianMinutes === null) return null
  return {
    medianResponse: durationText(medianMinutes),
    firmsPerRequest: String(Math.floor((firms * 10) / leads) / 10),
    answeredInTime: shareOf(measured),
  }
}

const shareOf = ({ leads, inTime }: MeasuredFigures) => `${Math.floor((inTime * 100) / leads)}%`

/** '35 minutes', and from two hours on whole hours, rounded up. */
export function durationText(minutes: number): string {
  const [count, unit] = minutes <= 120 ? [Math.max(1, minutes), 'minute'] : [Math.ceil(minutes / 60), 'hour']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
