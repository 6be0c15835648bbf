import { weekdays, type Contractor } from './contractor.ts'

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
