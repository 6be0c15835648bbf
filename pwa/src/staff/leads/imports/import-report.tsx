import DownloadIcon from '@mui/icons-material/FileDownloadOutlined'
import { Box, Button, Table, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material'
import { Muted } from '../../ui/section.tsx'
import { numberOfLeads } from '../lead-labels.ts'
import type { LeadImport } from './imports.queries.ts'

/** '1,234 rows'. */
export const rowsOf = (count: number) => `${count.toLocaleString('en-GB')} ${count === 1 ? 'row' : 'rows'}`

/** What became of the rows, or would become of them, and the first problems. */
export function ImportReport({ file, isDone }: { file: LeadImport; isDone: boolean }) {
  const { added, existing, skipped, problems, problemsUrl } = file
  const is = (count: number) => (count === 1 ? 'is' : 'are')
  return (
    <>
      <Box role="status">
        <Typography sx={{ fontWeight: 600 }}>
          {numberOfLeads(added)} {isDone ? 'added' : 'would be added'}
        </Typography>
        <Typography>
          {rowsOf(existing)} {is(existing)} there already
        </Typography>
        <Typography>
          {rowsOf(skipped)} {isDone ? (skipped === 1 ? 'was' : 'were') : is(skipped)} left out because of problems
        </Typography>
      </Box>
      {skipped > 0 && (
        <>
          <Box sx={{ overflowX: 'auto', mt: 2 }}>
            <Table size="small" aria-label="Problems">
              <TableHead>
                <TableRow>
                  {['Row', 'Column', 'Problem'].map((heading) => (
                    <TableCell key={heading}>{heading}</TableCell>
                  ))}
                </TableRow>
              </TableHead>
              <TableBody>
                {problems.map(({ row, column, message }, index) => (
                  <TableRow key={index}>
                    <TableCell>{row}</TableCell>
                    <TableCell sx={{ overflowWrap: 'break-word' }}>{column}</TableCell>
                    <TableCell>{message}</TableCell>
                  </TableRow>
                ))}
              </TableBody>
            </Table>
          </Box>
          <Muted sx={{ mt: 1 }}>Correct them in the file and import it again: nothing is added twice.</Muted>
          {problemsUrl !== null && (
            <Button href={problemsUrl} download startIcon={<DownloadIcon />}>
              Download all problems
            </Button>
          )}
        </>
      )}
    </>
  )
}
