import { Table, TableBody, TableCell, TableHead, TableRow } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { QueryState } from '../ui/query-state.tsx'
import { Muted, Section } from '../ui/section.tsx'
import { dashboardWeeks } from './dashboard.queries.ts'
import { FigureLink } from './lead-figure.tsx'

const rows = [
  { label: 'Received', name: 'received' },
  { label: 'Contacted', name: 'contacted' },
  { label: 'Quoted', name: 'quoted' },
  { label: 'Converted', name: 'converted' },
] as const
const weeks = [
  { label: 'This week', name: 'thisWeek' },
  { label: 'Last week', name: 'lastWeek' },
] as const

/** This week beside last week. */
export function WeeklyPerformance() {
  const query = useQuery(dashboardWeeks())
  return (
    <Section title="Weekly performance">
      <QueryState query={query} rows={4} loading="Loading weekly performance…" staleNotice />
      {query.data && (
        <>
          <Muted>The leads received in the last 7 days and in the 7 before, by their status today.</Muted>
          <Table aria-label="Weekly performance" size="small" sx={{ '& td, & th': { textAlign: 'right' } }}>
            <TableHead>
              <TableRow>
                <TableCell />
                {weeks.map(({ label, name }) => (
                  <TableCell key={name}>{label}</TableCell>
                ))}
              </TableRow>
            </TableHead>
            <TableBody>
              {rows.map(({ label, name }) => (
                <TableRow key={name}>
                  <TableCell component="th" scope="row" sx={{ '&&': { textAlign: 'left' } }}>
                    {label}
                  </TableCell>
                  {weeks.map((week) => (
                    <TableCell key={week.name}>
                      <FigureLink
                        figure={query.data[week.name][name]}
                        label={`${label}, ${week.label.toLowerCase()}`}
                      />
                    </TableCell>
                  ))}
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </>
      )}
    </Section>
  )
}
