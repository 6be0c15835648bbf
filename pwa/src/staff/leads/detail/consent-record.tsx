import { Button } from '@mui/material'
import { useMutation } from '@tanstack/react-query'
import { messageOf } from '../../../api/api-error.ts'
import { graphql, query } from '../../../api/graphql.ts'
import { useToast } from '../../ui/toasts.tsx'

const ConsentRecordUrl = graphql(`
  query ConsentRecordUrl($leadId: ID!) {
    consentRecordUrl(leadId: $leadId)
  }
`)

/** Opens the page that says what the homeowner agreed to, to print or to show a regulator. */
export function ConsentRecord({ leadId }: { leadId: string }) {
  const toast = useToast()
  const opening = useMutation({
    mutationFn: async (tab: Window | null) => {
      const { consentRecordUrl } = await query(ConsentRecordUrl, { leadId })
      if (tab) tab.location.href = consentRecordUrl
      else window.location.href = consentRecordUrl
    },
    onError: (error, tab) => {
      tab?.close()
      toast.error(messageOf(error))
    },
  })
  // A tab that is opened only after the answer would be blocked.
  const open = () => opening.mutate(window.open('', '_blank'))
  return (
    <Button variant="outlined" loading={opening.isPending} onClick={open} sx={{ mt: 2 }}>
      Consent record
    </Button>
  )
}
