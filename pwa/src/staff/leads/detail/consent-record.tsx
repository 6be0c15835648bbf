import { Button } from '@mui/material'
import { graphql, query } from '../../../api/graphql.ts'
import { useAction } from '../../ui/use-action.ts'

const ConsentRecordUrl = graphql(`
  query ConsentRecordUrl($leadId: ID!) {
    consentRecordUrl(leadId: $leadId)
  }
`)

/** Opens the page that says what the homeowner agreed to, to print or to show a regulator. */
export function ConsentRecord({ leadId }: { leadId: string }) {
  const opening = useAction({
    mutationFn: async (tab: Window | null) => {
      const { consentRecordUrl } = await query(ConsentRecordUrl, { leadId })
      if (tab) tab.location.href = consentRecordUrl
      else window.location.href = consentRecordUrl
    },
    failed: true,
    onError: (_error, tab) => tab?.close(),
  })
  // A tab that is opened only after the answer would be blocked.
  const open = () => opening.mutate(window.open('', '_blank'))
  return (
    <Button variant="outlined" loading={opening.isPending} onClick={open} sx={{ mt: 2 }}>
      Consent record
    </Button>
  )
}
