import { weekdays, type Contractor, type WorkingDay } from './contractor.ts'

/** 'Mon–Fri 08:00–17:00, Sat 09:00–12:00 (Europe/London)'. Days in a row with the same hours are one. */
export function hoursText({ workingHours, timeZone }: Pick<Contractor, 'workingHours' | 'timeZone'>): string {
  if (workingHours.length === 0) return `Not known (${timeZone})`
  const runs: { first: string; last: (typeof weekdays)[number]; times: string }[] = []
  for (const { day, from, to } of workingHours) {
    const times = `${from}–${to}`
    const run = runs.at(-1)
    if (run?.times === times && weekdays.indexOf(run.last) === weekdays.indexOf(day) - 1) run.last = day
    else runs.push({ first: day, last: day, times })
  }
  const short = (day: string) => day.charAt(0).toUpperCase() + day.slice(1, 3)
  const texts = runs.map(({ first, last, times }) => {
    const span = first === last ? short(first) : `${short(first)}–${short(last)}`
    return `${span} ${times}`
  })
  return `${texts.join(', ')} (${timeZone})`
}

/** `Mon-Fri 08:00-17:30; Sat 09:00-13:00`, as people write it in a file; null when that is not what it says. */
export function parseHours(text: string): WorkingDay[] | null {
  const days = text
    .split(/[;,|\n]/)
    .filter((part) => part.trim() !== '')
    .map(parsePart)
  return days.every((part) => part !== null) ? days.flat() : null
}

function parsePart(text: string): WorkingDay[] | null {
  const [, first, last, from, to] =
    /^\s*([a-z]+)(?:\s*[-–]\s*([a-z]+))?\s+(\d?\d:\d\d)\s*[-–]\s*(\d?\d:\d\d)\s*$/i.exec(text) ?? []
  if (!first || !from || !to) return null
  const [begin, end] = [dayNumber(first), dayNumber(last ?? first)]
  if (begin === -1 || end < begin) return null
  return weekdays.slice(begin, end + 1).map((day) => ({ day, from: from.padStart(5, '0'), to: to.padStart(5, '0') }))
}

/** By the first three letters or more; -1 of none. */
const dayNumber = (name: string) => weekdays.findIndex((day) => name.length >= 3 && day.startsWith(name.toLowerCase()))
