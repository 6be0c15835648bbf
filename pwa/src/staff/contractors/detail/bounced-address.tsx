import { Alert, Box, Button } from '@mui/material'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCan } from '../../../api/session.ts'
import { messageOf } from '../../../api/api-error.ts'
import { formatDateTime } from '../../ui/times.ts'
import { useToast } from '../../ui/toasts.tsx'
import { clearAddressBounce, contractorList, type ListedContractor } from '../contractors.queries.ts'

/** That emails to the firm come back, and the button that lets them go there again. */
export function BouncedAddress({ firm }: { firm: ListedContractor }) {
  const toast = useToast()
  const client = useQueryClient()
  const clear = useMutation({
    mutationFn: () => clearAddressBounce(firm.id),
    onSuccess: () => toast.success('Emails go to this address again'),
    onSettled: () => client.invalidateQueries(contractorList()),
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
