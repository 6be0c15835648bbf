import Button from '@mui/material/Button'
import { Link as RouterLink } from 'react-router-dom'
import { returning } from '../../ui/page-title.ts'
import { EmptyState } from '../../ui/notices.tsx'

export function LeadNotFound({ back }: { back: string }) {
  return (
    <EmptyState
      title="Lead Not Found"
      action={
        <Button component={RouterLink} to={back} state={returning} variant="contained">
          Back to Leads
        </Button>
      }
    >
      The requested lead could not be found.
    </EmptyState>
  )
}
