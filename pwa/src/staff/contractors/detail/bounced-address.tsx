import { Alert, Box, Button } from '@mui/material'
import { useCan } from '../../../api/session.ts'
import { messageOf } from '../../../api/api-error.ts'
import { formatDateTime } from '../../ui/times.ts'
import { useAction } from '../../ui/use-action.ts'
import { clearAddressBounce, contractorList, type ListedContractor } from '../contractors.queries.ts'

/** That emails to the firm come back, and the button that lets them go there again. */
export function BouncedAddress({ firm }: { firm: ListedContractor }) {
  const clear = useAction({
    mutationFn: () => clearAddressBounce(firm.id),
    done: 'Emails go to this address again',
    refreshes: contractorList(),
  })
  const mayEdit = useCan('contractor:edit')
  const bounce = firm.addressBounce
  if (bounce === null) return null
  return (
    <Alert severity="warning">
      Emails to {bounce.address} come back ({formatDateTime(bounce.at)}
      {bounce.reason && `: ${bounce.reason}`}). The firm gets no emails and no jobs until you give it another address.
      {clear.isError && (
        <Box role="alert" sx={{ color: 'error.main' }}>
          {messageOf(clear.error)}
        </Box>
      )}
      {mayEdit && (
        <Box sx={{ mt: 1 }}>
          <Button size="small" variant="outlined" loading={clear.isPending} onClick={() => clear.mutate()}>
            Use this address again
          </Button>
        </Box>
      )}
    </Alert>
  )
}
