import { Alert, Button } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { use } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { numberOfLeads } from '../leads/lead-labels.ts'
import { nearlyDue } from '../leads/nearly-due.ts'
import { listAddress, ListPath } from './lead-figure.tsx'

/** What the badge of the app's icon counts, with the way to these leads. Nothing while no lead is nearly due. */
export function NearlyDueHint() {
  const figure = useQuery(nearlyDue()).data
  const listPath = use(ListPath)
  if (!figure || figure.count === 0) return null
  const isOne = figure.count === 1
  const link = (
    <Button component={RouterLink} to={listAddress(listPath, figure)} color="inherit" size="small">
      Show {isOne ? 'it' : 'them'}
    </Button>
  )
  return (
    <Alert
      severity="warning"
      role="status"
      action={link}
      sx={{ mb: 2, alignItems: 'center', '& .MuiAlert-action': { pt: 0 } }}
    >
      {numberOfLeads(figure.count, figure.isCapped)} {isOne ? 'is' : 'are'} about to miss the promise
    </Alert>
  )
}
