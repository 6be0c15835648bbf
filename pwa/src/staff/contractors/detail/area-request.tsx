import { Alert, Box, Button, Typography } from '@mui/material'
import { useCan } from '../../../api/session.ts'
import { messageOf } from '../../../api/api-error.ts'
import { Muted, Section } from '../../ui/section.tsx'
import { formatDateTime } from '../../ui/times.ts'
import { useAction } from '../../ui/use-action.ts'
import { areaTexts } from '../contractor-labels.ts'
import { answerAreaRequest, contractorList, type ListedContractor } from '../contractors.queries.ts'

/** What a firm asked for on its own page: areas to add and to drop. Nothing while it asks for nothing. */
export function AreaRequest({ firm }: { firm: ListedContractor }) {
  const answer = useAction({
    mutationFn: (accept: boolean) => answerAreaRequest(firm, accept),
    done: (_answer, accept) => (accept ? 'Areas changed' : 'Request rejected'),
    refreshes: contractorList(),
  })
  const mayEdit = useCan('contractor:edit')
  const request = firm.areaRequest
  if (request === null) return null
  const [current, wanted] = [areaTexts(firm), areaTexts(request)]
  const added = wanted.filter((area) => !current.includes(area))
  const dropped = current.filter((area) => !wanted.includes(area))
  return (
    <Section title="The firm asks for other areas">
      {added.length > 0 && <Typography>To add: {added.join(', ')}</Typography>}
      {dropped.length > 0 && <Typography>To drop: {dropped.join(', ')}</Typography>}
      <Muted>Asked {formatDateTime(request.at)}</Muted>
      {answer.isError && (
        <Alert severity="error" sx={{ mt: 1 }}>
          {messageOf(answer.error)}
        </Alert>
      )}
      {mayEdit && (
        <Box sx={{ display: 'flex', gap: 1, mt: 1.5 }}>
          <Button variant="contained" loading={answer.isPending} onClick={() => answer.mutate(true)}>
            Accept
          </Button>
          <Button variant="outlined" color="inherit" disabled={answer.isPending} onClick={() => answer.mutate(false)}>
            Reject
          </Button>
        </Box>
      )}
    </Section>
  )
}
