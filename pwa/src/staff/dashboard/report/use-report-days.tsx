import {
  daysOfPreset,
  isReportPreset,
  ReportPeriod,
  reportPresets,
  type Days,
  type ReportPreset,
} from '@kerbside/schema/dashboard/report-period'
import { useSearchParams } from 'react-router-dom'
import { ChoiceField, DayField } from '../../ui/lists/filter-fields.tsx'

/** The period of a report as its address has it: a preset, which moves on with the days, or days of one's own. */
export function readPeriod(parameters: URLSearchParams, now = new Date()) {
  const [from, to] = [parameters.get('from'), parameters.get('to')]
  const named = parameters.get('period') ?? ''
  if (from === null && to === null) {
    const preset: ReportPreset = isReportPreset(named) ? named : '30-days'
    return { preset, shown: daysOfPreset(preset, now), days: daysOfPreset(preset, now), problem: null }
  }
  const shown = { from: from ?? '', to: to ?? '' }
  const read = ReportPeriod.safeParse(shown)
  return read.success
    ? { preset: null, shown, days: read.data, problem: null }
    : { preset: null, shown, days: null, problem: read.error.issues[0]?.message ?? '' }
}

/** `fields` are to be rendered. */
export function useReportDays() {
  const [parameters, setParameters] = useSearchParams()
  const period = readPeriod(parameters)
  const show = (address: Record<string, string>) => setParameters(address, { replace: true, preventScrollReset: true })
  const change = (changes: Partial<Record<keyof Days, string | null>>) => {
    // The address is ahead of what is rendered.
    const { shown } = readPeriod(new URLSearchParams(window.location.search))
    const { from, to } = { ...shown, ...changes }
    show({ from: from ?? '', to: to ?? '' })
  }
  const fields = (
    <>
      <ChoiceField
        label="Period"
        all="Own dates"
        value={period.preset}
        labels={reportPresets}
        onChoose={(preset) => (preset === null ? show(period.shown) : show({ period: preset }))}
      />
      <DayField label="From" value={period.shown.from || null} onChoose={(from) => change({ from })} />
      <DayField label="To" value={period.shown.to || null} onChoose={(to) => change({ to })} />
    </>
  )
  return { days: period.days, problem: period.problem, fields }
}
